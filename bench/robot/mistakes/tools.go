package mistakes

import "time"

// SearchArgs have bounds, enumerations, lists and presence rules.
type SearchArgs struct {
	Query     string     `json:"query" description:"Words to look for in title and description" validate:"min=2,max=60"`
	Status    string     `json:"status,omitempty" description:"Only issues with this status" enum:"open,in_progress,closed"`
	Reason    string     `json:"reason,omitempty" description:"Why they were closed" enum:"fixed,duplicate,wont_fix" validate:"required_if=Status closed"`
	Labels    []string   `json:"labels,omitempty" description:"Only issues with all of these labels" validate:"max=4,unique,dive,min=2,max=20"`
	Limit     int        `json:"limit,omitempty" description:"How many issues to return" default:"20" validate:"min=1,max=100"`
	Page      uint8      `json:"page,omitempty" description:"Which page of them"`
	Since     *time.Time `json:"since" description:"Not older than this"`
	Until     *time.Time `json:"until" description:"Not newer than this" validate:"omitempty,gtfield=Since"`
	Assignee  string     `json:"assignee,omitempty" description:"Login of the person" pattern:"^[a-z][a-z0-9-]*$" validate:"excluded_with=Nobody"`
	Nobody    bool       `json:"nobody,omitempty" description:"Only issues without an assignee"`
	MinVotes  int        `json:"min_votes,omitempty" description:"At least so many votes" validate:"min=0"`
	MaxVotes  int        `json:"max_votes,omitempty" description:"At most so many votes" validate:"gtefield=MinVotes"`
	Weight    float64    `json:"weight,omitempty" description:"How much a match in the title counts" validate:"gt=0,lte=10"`
	SortBy    string     `json:"sortBy,omitempty" description:"What to sort by" validate:"oneof=created updated votes"`
	Ascending bool       `json:"ascending,omitempty" description:"Oldest or smallest first" validate:"excluded_without=SortBy"`
	Region    string     `json:"region" description:"Where the data lives" enum:"eu,us"`
}

// OrderArgs are nested: lists of objects, maps, objects in objects.
type OrderArgs struct {
	Customer Customer          `json:"customer" description:"Who buys"`
	Items    []Item            `json:"items" description:"What is bought" validate:"min=1,max=5,unique=SKU"`
	Payment  *Payment          `json:"payment" description:"How it is paid" validate:"required_without=Invoice"`
	Invoice  bool              `json:"invoice,omitempty" description:"Pay by invoice"`
	Notes    map[string]string `json:"notes,omitempty" description:"Notes by language" validate:"max=3,dive,keys,len=2,lowercase,endkeys,min=1,max=100"`
	Counts   map[string]int    `json:"counts,omitempty" description:"How many boxes of each size" validate:"dive,min=1,max=9"`
	Coupon   string            `json:"coupon,omitempty" description:"A code" pattern:"^[A-Z]{4}-[0-9]{2}$"`
	Gift     *Gift             `json:"gift" description:"If it is a gift"`
}

// Customer is an object within the arguments.
type Customer struct {
	Name    string  `json:"name" description:"Full name" validate:"min=1,max=80"`
	Mail    string  `json:"mail" description:"Where the confirmation goes" validate:"email"`
	Phone   string  `json:"phone,omitempty" description:"For the driver" validate:"e164"`
	Address Address `json:"address" description:"Where it goes"`
}

// Address is an object two levels deep.
type Address struct {
	Street  string `json:"street" description:"With the number" validate:"min=3"`
	City    string `json:"city" description:"Its name"`
	Country string `json:"country" description:"Its code" validate:"iso3166_1_alpha2"`
	Zip     string `json:"zip,omitempty" description:"Postcode" validate:"number,min=4,max=6"`
}

// Item is an element of a list.
type Item struct {
	SKU   string            `json:"sku" description:"Number of the article" pattern:"^[A-Z]{2}[0-9]{4}$"`
	Qty   int               `json:"qty" description:"How many" validate:"min=1,max=99"`
	Price float64           `json:"price,omitempty" description:"Agreed price of one" validate:"gt=0"`
	Tags  []string          `json:"tags,omitempty" description:"For the warehouse" enum:"fragile,heavy,cold"`
	Parts map[string]string `json:"parts,omitempty" description:"Serial numbers by name" validate:"dive,alphanum"`
}

// Payment has members that need each other.
type Payment struct {
	Method string `json:"method" description:"What is used" enum:"card,transfer"`
	Card   string `json:"card,omitempty" description:"Number of the card" secret:"true" validate:"required_if=Method card,credit_card"`
	IBAN   string `json:"iban,omitempty" description:"Number of the account" validate:"required_if=Method transfer,excluded_if=Method card,min=15,max=34"`
}

// Gift has members that must be the same.
type Gift struct {
	To      string `json:"to" description:"Who gets it" validate:"min=1"`
	Message string `json:"message" description:"What the card says" validate:"min=1,max=50"`
	Repeat  string `json:"repeat,omitempty" description:"The message once more" validate:"eqfield=Message"`
}

// MeetingArgs are about times.
type MeetingArgs struct {
	Title     string        `json:"title" description:"What it is about" validate:"min=3,max=40"`
	Start     time.Time     `json:"start" description:"When it begins"`
	End       time.Time     `json:"end" description:"When it ends" validate:"gtfield=Start"`
	Reminder  time.Duration `json:"reminder,omitempty" description:"How long before it" validate:"min=5m,max=24h"`
	Snooze    time.Duration `json:"snooze,omitempty" description:"How long to wait after a reminder" validate:"ltfield=Reminder"`
	Zone      string        `json:"zone,omitempty" description:"Time zone" validate:"timezone"`
	People    []string      `json:"people" description:"Who is invited" validate:"min=1,max=5,unique,dive,email"`
	Room      string        `json:"room,omitempty" description:"Where" validate:"required_without=Link"`
	Link      string        `json:"link,omitempty" description:"Where online" validate:"https_url"`
	Day       string        `json:"day,omitempty" description:"A day to move it to" validate:"datetime=2006-01-02"`
	Every     string        `json:"every,omitempty" description:"How often it happens" enum:"day,week,month"`
	Times     int           `json:"times,omitempty" description:"How many times" validate:"required_with=Every,excluded_without=Every,min=2,max=50"`
	Color     string        `json:"color,omitempty" description:"In the calendar" validate:"hexcolor|rgb"`
	Moderator string        `json:"moderator,omitempty" description:"Who leads" validate:"nefield=Scribe"`
	Scribe    string        `json:"scribe,omitempty" description:"Who takes notes"`
}

// DeployArgs have texts with a form of their own.
type DeployArgs struct {
	Host     string            `json:"host" description:"The machine" validate:"hostname"`
	Port     int               `json:"port" description:"Where it listens" validate:"min=1,max=65535"`
	Address  string            `json:"address,omitempty" description:"If it has no name" validate:"ipv4"`
	Network  string            `json:"network,omitempty" description:"Who may connect" validate:"cidr"`
	MAC      string            `json:"mac,omitempty" description:"Its network card" validate:"mac"`
	Version  string            `json:"version" description:"What to install" validate:"semver"`
	Build    string            `json:"build,omitempty" description:"Which build" validate:"uuid4"`
	Digest   string            `json:"digest,omitempty" description:"Of the archive" validate:"sha256"`
	Schedule string            `json:"schedule,omitempty" description:"When it restarts" validate:"cron"`
	Health   string            `json:"health,omitempty" description:"Where to ask how it is" format:"uri"`
	Contact  string            `json:"contact,omitempty" description:"Who is told" format:"email"`
	TLS      *TLS              `json:"tls" description:"How it is encrypted"`
	Env      map[string]string `json:"env,omitempty" description:"Environment variables" validate:"max=4,dive,keys,uppercase,min=2,endkeys,max=40"`
	Password string            `json:"password,omitempty" description:"For the console" secret:"true" validate:"min=8,max=32"`
	Again    string            `json:"again,omitempty" description:"The password once more" secret:"true" validate:"required_with=Password,eqfield=Password"`
	Position *[2]float64       `json:"position" description:"Latitude and longitude"`
	Archive  []byte            `json:"archive,omitempty" description:"What is installed"`
	Serial   int64             `json:"serial,omitempty,string" description:"Of the machine"`
	Replicas int8              `json:"replicas,omitempty" description:"How many run" jsonschema:"multipleOf=2,minimum=2"`
	Weights  []float64         `json:"weights,omitempty" description:"Of the replicas" validate:"len=3,dive,gte=0,lte=1"`
}

// TLS has members that come together.
type TLS struct {
	Cert string `json:"cert,omitempty" description:"The certificate" validate:"required_with=Key,startswith=PEM"`
	Key  string `json:"key,omitempty" description:"Its key" validate:"required_with=Cert,startswith=PEM"`
	Mode string `json:"mode" description:"Who is asked for a certificate" validate:"oneof=none request require"`
}
