// Package robot has a caller of tools that stands for a model. It corrects a call that was
// refused, and knows no more than a model does: the text of the error and the tool's
// inputSchema. It changes only what the text names.
package robot
