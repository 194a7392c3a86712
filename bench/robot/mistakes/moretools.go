package mistakes

// DrawArgs have a union and a recursive type.
type DrawArgs struct {
	Figures []Figure `json:"figures" description:"What to draw, from back to front" validate:"min=1,max=4"`
	Title   string   `json:"title" description:"Above the drawing" validate:"min=1,max=30"`
	Legend  *Node    `json:"legend" description:"What the colors mean, in groups"`
	Query   *Query   `json:"query" description:"Which of them to draw"`
}

// A Figure is what can be drawn: an interface with several variants.
type Figure interface{ Area() float64 }

// Circle, Rectangle and Text are figures.
type (
	Circle struct {
		Radius float64 `json:"radius" description:"In pixels" validate:"gt=0,lte=500"`
		Color  string  `json:"color,omitempty" description:"Of its line" enum:"red,green,blue"`
	}
	Rectangle struct {
		Width  float64 `json:"width" description:"In pixels" validate:"gt=0"`
		Height float64 `json:"height" description:"In pixels" validate:"gt=0"`
		Square bool    `json:"square,omitempty" description:"With round corners"`
	}
	Text struct {
		Lines []string `json:"lines" description:"What it says" validate:"min=1,max=3,dive,max=20"`
		Size  int      `json:"size,omitempty" description:"In points" validate:"min=6,max=72"`
	}
)

// Area returns the area of the circle.
func (c Circle) Area() float64 { return 3 * c.Radius * c.Radius }

// Area returns the area of the rectangle.
func (r Rectangle) Area() float64 { return r.Width * r.Height }

// Area returns the area of the text.
func (t Text) Area() float64 { return float64(len(t.Lines) * t.Size) }

// A Node is an entry of a legend, with entries of its own.
type Node struct {
	Name  string  `json:"name" description:"What is shown" validate:"min=1,max=12"`
	Color string  `json:"color,omitempty" description:"Of the entry" validate:"oneof=red green blue"`
	Kids  []*Node `json:"kids,omitempty" description:"Below it" validate:"max=3"`
}

// A Query is a condition made of conditions.
type Query struct {
	Op    string  `json:"op" description:"How to compare or combine" enum:"eq,gt,and,or"`
	Field string  `json:"field,omitempty" description:"What to compare" validate:"required_without=All,excluded_with=All,alpha"`
	Value *int    `json:"value" description:"What to compare with" validate:"required_with=Field"`
	All   []Query `json:"all,omitempty" description:"What to combine" validate:"min=2,max=4"`
}

// LabelArgs have rules about texts.
type LabelArgs struct {
	Name     string `json:"name" description:"Of the parcel" validate:"alpha,min=2,max=12"`
	Code     string `json:"code" description:"Of the box" validate:"alphanum,len=6"`
	Prefix   string `json:"prefix,omitempty" description:"Of the route" validate:"startswith=R-,endswith=-X"`
	Marker   string `json:"marker,omitempty" description:"Of the sorter" validate:"contains=+,excludes=!"`
	Any      string `json:"any,omitempty" description:"Of the shelf" validate:"containsany=#@"`
	Upper    string `json:"upper,omitempty" description:"Of the depot" validate:"uppercase,min=2"`
	Lower    string `json:"lower,omitempty" description:"Of the clerk" validate:"lowercase"`
	Digits   string `json:"digits,omitempty" description:"Of the van" validate:"number,max=5"`
	Amount   string `json:"amount,omitempty" description:"What it is worth" validate:"numeric"`
	Hex      string `json:"hex,omitempty" description:"Of the chip" validate:"hexadecimal"`
	Class    string `json:"class,omitempty" description:"How fast" validate:"oneofci=slow fast"`
	Not      string `json:"not,omitempty" description:"A nickname" validate:"noneof=admin root"`
	Other    string `json:"other,omitempty" description:"A second nickname" validate:"ne=nobody"`
	Exactly  string `json:"exactly,omitempty" description:"Agreed word" validate:"eq=yes"`
	Weight   int    `json:"weight,omitempty" description:"In grams" validate:"ne=13,gte=5,lt=2000"`
	Fold     string `json:"fold,omitempty" description:"How it is folded" validate:"eq_ignore_case=once"`
	Full     string `json:"full,omitempty" description:"Name with the title" validate:"fieldcontains=Name"`
	Currency string `json:"currency,omitempty" description:"Of the amount" validate:"iso4217,required_with=Amount"`
	Book     string `json:"book,omitempty" description:"If it is one" validate:"isbn13"`
	Language string `json:"language,omitempty" description:"Of the text" validate:"bcp47_language_tag"`
	Track    string `json:"track,omitempty" description:"Of the tracker" validate:"ulid"`
	Data     string `json:"data,omitempty" description:"For the machine" validate:"base64"`
	Ascii    string `json:"ascii,omitempty" description:"For the old printer" validate:"ascii"`
	Config   string `json:"config,omitempty" description:"For the new printer" validate:"json"`
}

// ReportArgs go with a schema that was written by hand: see ReportSchema.
type ReportArgs struct {
	Name    string         `json:"name"`
	Kind    string         `json:"kind"`
	Columns []string       `json:"columns"`
	Width   int            `json:"width"`
	Unit    string         `json:"unit"`
	Scale   float64        `json:"scale"`
	From    string         `json:"from"`
	To      string         `json:"to"`
	Mail    string         `json:"mail"`
	Extra   map[string]int `json:"extra"`
}

// ReportSchema is a schema of its own, with keywords that no struct tag makes.
const ReportSchema = `{
	"type": "object",
	"properties": {
		"name": {"type": "string", "minLength": 1, "maxLength": 20, "description": "Above the report"},
		"kind": {"enum": ["table", "chart"], "description": "How it is drawn"},
		"columns": {"type": "array", "items": {"type": "string", "pattern": "^[a-z]+$"}, "minItems": 1, "maxItems": 4, "uniqueItems": true},
		"width": {"type": "integer", "minimum": 100, "maximum": 900, "multipleOf": 50},
		"unit": {"const": "px"},
		"scale": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 4},
		"from": {"type": "string", "format": "date"},
		"to": {"type": "string", "format": "date"},
		"mail": {"type": "string", "format": "email"},
		"extra": {"type": "object", "properties": {}, "additionalProperties": {"type": "integer", "minimum": 1}, "minProperties": 1, "maxProperties": 3}
	},
	"required": ["name", "kind", "columns"],
	"dependentRequired": {"width": ["unit"], "to": ["from"]},
	"additionalProperties": false
}`

// PickArgs say in the form of invopop/jsonschema which members go together.
type PickArgs struct {
	Name string `json:"name" description:"Who" jsonschema:"oneof_required=by name,minLength=2"`
	X    int    `json:"x" description:"Column" jsonschema:"oneof_required=by place,minimum=0"`
	Y    int    `json:"y" description:"Row" jsonschema:"oneof_required=by place,minimum=0"`
	ID   any    `json:"id,omitempty" description:"A name or a number" jsonschema:"oneof_type=string;integer"`
	Size int    `json:"size,omitempty" description:"How many" validate:"required_unless=Name all" jsonschema:"maximum=20"`
}
