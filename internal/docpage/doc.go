// Package docpage turns the definitions of tools into a page for people: what each tool does, its
// parameters and results as rows of tables, and examples of a call and of one that is refused. How a
// page is written is the business of package render.
package docpage
