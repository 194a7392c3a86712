package reflect

import (
	"fmt"
	"reflect"
	"testing"
	"time"
)

type zIssue struct {
	ID      int       `json:"id" description:"Number"`
	Title   string    `json:"title"`
	Created time.Time `json:"created"`
	Labels  []string  `json:"labels,omitempty"`
}
type zArgs struct {
	Query  string `json:"query" description:"Words to look for in the title and description, e.g. login timeout" validate:"min=1,max=200"`
	Status string `json:"status,omitempty" description:"Only issues with this status. All statuses if omitted" enum:"open,in_progress,closed"`
	Limit  int    `json:"limit,omitempty" description:"How many issues to return" default:"20" validate:"min=1,max=100"`
	Region string `json:"region" description:"Where the data lives" enum:"eu,us" x-mcp-header:"Region"`
	From   *time.Time `json:"from"`
	To     *time.Time `json:"to" validate:"omitempty,gtfield=From"`
	Mail   string `json:"mail,omitempty" validate:"omitempty,email"`
	Sub    []zIssue `json:"sub" validate:"required,min=1,dive"`
	Tags   map[string]int `json:"tags,omitempty" validate:"dive,keys,alpha,endkeys,min=1"`
	Kind   string `json:"kind,omitempty" jsonschema:"enum=a,enum=b,description=What kind"`
	Node   *zNode `json:"node,omitempty"`
	Other  string `json:"other,omitempty" validate:"required_if=Kind a"`
	D      time.Duration `json:"d,omitempty" validate:"min=1s" default:"5s"`
	N      int64 `json:"n,string,omitempty"`
}
type zNode struct { Name string `json:"name"`; Kids []zNode `json:"kids,omitempty"` }
type zBad struct {
	A string `json:"a" validate:"minlength=3"`
	B int `json:"b" validate:"email"`
	C string `json:"c" enum:"a,b" default:"c"`
	D string `json:"d" jsonschema:"how long, e.g. 5s"`
	E string `json:"e" validate:"gtfield=Typo,file"`
	F []int `json:"f" x-mcp-header:"F"`
	G int8 `json:"g" validate:"max=300"`
	H string `json:"api_token" x-mcp-header:"Tok en"`
}

func TestZ(t *testing.T) {
	d, err := Describe(reflect.TypeFor[zArgs](), Options{})
	fmt.Println(err)
	if err == nil { fmt.Println(string(d.Schema)) }
	d, err = Describe(reflect.TypeFor[zIssue](), Options{Direction: Results})
	fmt.Println(err)
	if err == nil { fmt.Println(string(d.Schema)) }
	_, err = Describe(reflect.TypeFor[zBad](), Options{})
	fmt.Println(err)
	start := time.Now()
	for range 100 { Describe(reflect.TypeFor[zArgs](), Options{}) }
	fmt.Println(time.Since(start)/100)
}
