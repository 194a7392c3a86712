package reflect_test

import (
	"fmt"
	"reflect"

	toolreflect "github.com/typedmcp/toolkit/reflect"
)

func ExampleDescribe() {
	type args struct {
		City string `json:"city" description:"City to look up" validate:"min=1"`
		Days int    `json:"days,omitempty" default:"3" validate:"min=1,max=7"`
	}
	d, err := toolreflect.Describe(reflect.TypeFor[args](), toolreflect.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(d.Schema))
	// Output:
	// {"type":"object","properties":{"city":{"type":"string","description":"City to look up","minLength":1},"days":{"type":"integer","default":3,"minimum":1,"maximum":7}},"required":["city"],"additionalProperties":false}
}

func ExampleDescribe_errors() {
	type args struct {
		City string `json:"city" desc:"City to look up" validate:"minlen=1"`
		Days int8   `json:"days" validate:"max=300"`
	}
	_, err := toolreflect.Describe(reflect.TypeFor[args](), toolreflect.Options{})
	fmt.Println(err)
	// Output:
	// reflect_test.args.City: desc:"City to look up": desc is not a tag key; write description
	// reflect_test.args.City: validate:"minlen=1": minlen is not a rule of validator; write min
	// reflect_test.args.Days: validate:"max=300": max=300: every int8 is on one side of it; correct the parameter, or use another type
}
