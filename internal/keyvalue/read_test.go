package keyvalue

import (
	"encoding/json"
	"strings"
	"testing"
)

const schema = `{"type":"object","additionalProperties":false,"properties":{
	"query":{"type":"string"},"limit":{"type":"integer"},"ratio":{"type":"number"},"all":{"type":"boolean"},"nothing":{"type":["integer","null"]},
	"tags":{"type":"array","items":{"type":"string"}},"ids":{"anyOf":[{"type":"array","items":{"type":"integer"}},{"type":"null"}]},
	"level":{"enum":[1,"2",null]},"where":{"$ref":"#/$defs/where"},"labels":{"type":"object","additionalProperties":{"type":"integer"}},
	"any":{},"either":{"type":["string","integer"]},"a.b":{"type":"integer"},"point":{"oneOf":[{"properties":{"x":{"type":"number"}}},{"properties":{"name":{"type":"string"}}}]}},
	"$defs":{"where":{"type":"object","properties":{"region":{"type":"string"},"page":{"type":"integer"},"in":{"$ref":"#/$defs/where"}}}}}`

func TestRead(t *testing.T) {
	for _, test := range []struct{ words, want string }{
		{"query=login", `{"query":"login"}`},
		{"query=5", `{"query":"5"}`},
		{`query="a"`, `{"query":"\"a\""}`},
		{"query=", `{"query":""}`},
		{"query=a=b", `{"query":"a=b"}`},
		{"limit=5 ratio=2.5 all=true nothing=null", `{"limit":5,"ratio":2.5,"all":true,"nothing":null}`},
		{"limit=9007199254740993", `{"limit":9007199254740993}`},
		{"tags=a tags=5", `{"tags":["a","5"]}`},
		{`tags=["a","b"]`, `{"tags":["a","b"]}`},
		{"ids=1 ids=2", `{"ids":[1,2]}`},
		{"level=1", `{"level":1}`},
		{"level=2", `{"level":"2"}`},
		{"level=null", `{"level":null}`},
		{"where.region=5 where.page=5 where.in.region=eu", `{"where":{"region":"5","page":5,"in":{"region":"eu"}}}`},
		{`where={"page":1}`, `{"where":{"page":1}}`},
		{"labels.x=1", `{"labels":{"x":1}}`},
		{"any=5 either=x", `{"any":5,"either":"x"}`},
		{"any=x either=5", `{"any":"x","either":5}`},
		{`any={"a":[1]}`, `{"any":{"a":[1]}}`},
		{"a.b=1", `{"a.b":1}`},
		{"point.name=here point.x=1", `{"point":{"name":"here","x":1}}`},
	} {
		got, err := Read(json.RawMessage(schema), nil, strings.Fields(test.words))
		if err != nil || string(got) != test.want {
			t.Errorf("%s: %s, %v; want %s", test.words, got, err, test.want)
		}
	}
}

func TestErrors(t *testing.T) {
	for words, want := range map[string]string{
		"query":             `"query" is not key=value, such as query=login, and no JSON object`,
		"=x":                `"=x" is not key=value, such as query=login, and no JSON object`,
		"limit=five":        `limit=five: must be an integer, such as 5`,
		"all=1":             `all=1: must be true or false`,
		"ids=x":             `ids=x: must be an integer, such as 5`,
		"labels.x=y":        `labels.x=y: must be an integer, such as 5`,
		"labels=5":          `labels=5: must be a JSON object, such as {"a":1}`,
		"qery=x":            `there is no parameter "qery"; did you mean "query"?`,
		"where.regoin=x":    `there is no parameter "where.regoin"; did you mean "region"?`,
		"elephant=1":        `there is no parameter "elephant"; known are query, limit, ratio, all, nothing, tags, ids, level, where, labels, any, either, a.b, point`,
		"query=a query=b":   `query is given twice`,
		"nothing=x":         `nothing=x: must be an integer, such as 5, or null`,
		"limit=5 limit=[1]": `limit=[1]: must be an integer, such as 5`,
	} {
		if got, err := Read(json.RawMessage(schema), nil, strings.Fields(words)); err == nil || err.Error() != want {
			t.Errorf("%s: %s, %v; want %s", words, got, err, want)
		}
	}
	if _, err := Read(json.RawMessage(`{"additionalProperties":false}`), nil, []string{"a=1"}); err == nil || err.Error() != `there is no parameter "a"; none is taken here` {
		t.Errorf("got %v", err)
	}
}

// TestOver lays words over arguments that are there.
func TestOver(t *testing.T) {
	base := json.RawMessage(`{"query":"old","tags":["x"],"where":{"page":1}}`)
	got, err := Read(json.RawMessage(schema), base, []string{"query=new", "tags=a", "tags=b", "where.region=eu"})
	if want := `{"query":"new","tags":["a","b"],"where":{"page":1,"region":"eu"}}`; err != nil || string(got) != want {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
}

// TestOpen takes parameters that no schema lists.
func TestOpen(t *testing.T) {
	got, err := Read(json.RawMessage(`{"type":"object"}`), nil, []string{"a=1", "b.c=x", "d=[1]"})
	if want := `{"a":1,"b":{"c":"x"},"d":[1]}`; err != nil || string(got) != want {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
}
