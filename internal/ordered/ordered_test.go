package ordered_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/typedmcp/toolkit/internal/ordered"
)

func TestDecode(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{`{"b":1,"a":{"d":[true,null,"x"],"c":9007199254740993}}`, `{"b":1,"a":{"d":[true,null,"x"],"c":9007199254740993}}`},
		{` [ 1.50 , false ] `, `[1.50,false]`},
		{`{"a":1,"b":2,"a":3}`, `{"a":3,"b":2}`},
		{`"<é\u001b"`, `"<é\u001b"`},
		{`{}`, `{}`},
	} {
		value, err := ordered.Decode([]byte(tt.in))
		if err != nil {
			t.Errorf("%s: %v", tt.in, err)
			continue
		}
		if diff := cmp.Diff(tt.want, string(ordered.Encode(value))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.in, diff)
		}
	}
	for _, bad := range []string{``, `{`, `{"a"}`, `[1,]`, `{} {}`, `nul`} {
		if value, err := ordered.Decode([]byte(bad)); err == nil {
			t.Errorf("%q became %v", bad, value)
		}
	}
}

func TestObject(t *testing.T) {
	value, err := ordered.Decode([]byte(`{"a":1,"b":"x","c":[2],"d":{"e":null}}`))
	if err != nil {
		t.Fatal(err)
	}
	o := value.(*ordered.Object)
	c := o.Clone()
	c.Delete("a")
	c.Delete("missing")
	c.Set("b", false)
	c.Set("f", nil)
	if got, want := string(ordered.Encode(c)), `{"b":false,"c":[2],"d":{"e":null},"f":null}`; got != want {
		t.Errorf("the copy is %s, want %s", got, want)
	}
	if got, want := string(ordered.Encode(o)), `{"a":1,"b":"x","c":[2],"d":{"e":null}}`; got != want {
		t.Errorf("the original is %s, want %s", got, want)
	}
	if o.Text("b") != "x" || o.Text("a") != "" || len(o.List("c")) != 1 || o.List("b") != nil || !o.Object("d").Has("e") || o.Object("a").Has("e") {
		t.Error("a member is not what it was")
	}
}

func TestEqual(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{`{"a":1,"b":[{}]}`, `{"b":[{}],"a":1}`, true},
		{`{"a":1}`, `{"a":1,"b":2}`, false},
		{`{"a":1}`, `{"b":1}`, false},
		{`[1,2]`, `[2,1]`, false},
		{`1`, `[1]`, false},
		{`{}`, `null`, false},
		{`"1"`, `1`, false},
	} {
		a, _ := ordered.Decode([]byte(tt.a))
		b, _ := ordered.Decode([]byte(tt.b))
		if ordered.Equal(a, b) != tt.want || ordered.Equal(b, a) != tt.want {
			t.Errorf("%s and %s: want %v", tt.a, tt.b, tt.want)
		}
	}
}
