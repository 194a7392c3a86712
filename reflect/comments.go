package reflect

import "reflect"

// commentMethod is what cmd/toolkit-comments writes for a struct: the comments of its
// fields, by "Type.Field".
type commentMethod interface{ FieldComments() map[string]string }

// comment returns the comment of a field in the source, or "". It belongs to the struct that
// declares the field, which may be embedded.
func comment(root reflect.Type, index []int) (text string) {
	defer func() {
		if recover() != nil {
			text = "" // of a method that was not made by the command
		}
	}()
	owner := root
	for _, i := range index[:len(index)-1] {
		owner = owner.Field(i).Type
		if owner.Kind() == reflect.Pointer {
			owner = owner.Elem()
		}
	}
	method, ok := reflect.New(owner).Interface().(commentMethod)
	if !ok {
		return ""
	}
	name := definitionBase(owner.Name())
	return method.FieldComments()[name+"."+owner.Field(index[len(index)-1]).Name]
}

// definitionBase returns the name of a type without its type arguments.
func definitionBase(name string) string {
	for i := range len(name) {
		if name[i] == '[' {
			return name[:i]
		}
	}
	return name
}
