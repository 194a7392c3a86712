package mistakes

// Tools are the tools of the corpus. Each mistake breaks one rule; what is written into an
// argument is never what a client is known to send by habit and a server may repair.
func Tools() []Tool {
	return []Tool{search, order, meeting, deploy, draw, label, report, pick}
}

var search = Tool{
	Name: "search_issues",
	Good: []string{
		`{"query":"login timeout","status":"closed","reason":"fixed","labels":["bug","web"],"limit":20,"page":2,"since":"2026-01-02T00:00:00Z","until":"2026-02-02T00:00:00Z","assignee":"ada","min_votes":2,"max_votes":9,"weight":1.5,"sortBy":"votes","ascending":true,"region":"eu"}`,
		`{"query":"printer","status":"open","labels":["hardware"],"nobody":true,"min_votes":1,"region":"us"}`,
		`{"query":"slow search","limit":50,"region":"eu","since":"2026-03-01T10:00:00Z","sortBy":"created"}`,
	},
	Mistakes: []Mistake{
		drop("missing", "query"),
		rename("query", "querry"), rename("query", "Query"), rename("sortBy", "sort_by"), rename("min_votes", "minVotes"), rename("limit", "limits"),
		rename("since", "from").also("until"), rename("assignee", "asignee"), rename("region", "regoin"),
		set("unknown name", "colour", `"red"`), set("unknown name", "verbose", `true`),
		change("type", "query", `5`), change("type", "query", `{"text":"login"}`), change("type", "limit", `"twenty"`), change("type", "limit", `[20]`), change("type", "limit", `2.5`),
		change("type", "labels", `{"bug":true}`), change("type", "labels[0]", `7`), change("type", "nobody", `"yes"`), change("type", "ascending", `1`), change("type", "weight", `"heavy"`),
		change("type", "since", `1767225600`).also("until"), change("null", "query", `null`), change("null", "labels[0]", `null`), change("null", "region", `null`),
		change("enum", "status", `"finished"`).also("reason"), change("enum", "status", `"Open"`).also("reason"), change("enum", "region", `"EU"`), change("enum", "region", `"asia"`),
		change("enum", "reason", `"wontfix"`), change("enum", "sortBy", `"update"`),
		set("bound", "limit", `0`), set("bound", "limit", `500`), set("bound", "page", `-1`), set("bound", "page", `300`), set("bound", "weight", `0`), set("bound", "weight", `10.5`),
		set("bound", "min_votes", `-3`).also("max_votes"),
		set("length", "query", `"x"`), set("length", "query", `""`), set("length", "query", `"please find everything that was ever written about timeouts of the login page"`),
		change("length", "labels[0]", `"b"`), change("length", "labels[0]", `"a label that is far too long to be one"`), push("length", "labels", `"l2"`, `"l3"`, `"l4"`, `"l5"`),
		repeat("labels"),
		change("pattern", "assignee", `"Ada Lovelace"`), change("pattern", "assignee", `"-ada"`), change("format", "since", `"2026-01-02"`).also("until"), change("format", "until", `"tomorrow"`),
		set("cross-field", "max_votes", `0`).when("min_votes"), change("cross-field", "until", `"2025-01-01T00:00:00Z"`).also("since"),
		drop("presence", "reason").also("status"), set("presence", "assignee", `"bob"`).when("nobody"), drop("presence", "sortBy").when("ascending").named("ascending"),
		twice("limit", `30`), twice("query", `"other words"`),
	},
}

var order = Tool{
	Name: "place_order",
	Good: []string{
		`{"customer":{"name":"Ada","mail":"ada@site.org","phone":"+4930123456","address":{"street":"Main Road 1","city":"Berlin","country":"DE","zip":"10115"}},"items":[{"sku":"AB1234","qty":2,"price":9.5,"tags":["heavy"]},{"sku":"CD5678","qty":1,"parts":{"lid":"a1","base":"b2"}}],"payment":{"method":"card","card":"4242424242424242"},"notes":{"en":"Ring twice","de":"Zweimal klingeln"},"counts":{"small":1,"large":2},"coupon":"SAVE-10","gift":{"to":"Bob","message":"Enjoy it","repeat":"Enjoy it"}}`,
		`{"customer":{"name":"Bob","mail":"bob@site.org","address":{"street":"High Street 9","city":"London","country":"GB"}},"items":[{"sku":"ZZ0001","qty":3,"tags":["cold","fragile"]}],"payment":{"method":"transfer","iban":"DE89370400440532013000"}}`,
		`{"customer":{"name":"Eve","mail":"eve@site.org","address":{"street":"Rue Haute 3","city":"Lyon","country":"FR","zip":"69001"}},"items":[{"sku":"XY9876","qty":10},{"sku":"XY9877","qty":10}],"invoice":true,"counts":{"medium":4}}`,
	},
	Mistakes: []Mistake{
		drop("missing", "customer"), drop("missing", "items"), drop("missing", "customer.mail"), drop("missing", "customer.address"), drop("missing", "customer.address.city"),
		drop("missing", "items[0].sku"), drop("missing", "items[1].qty"), drop("missing", "payment.method").also("payment"), drop("missing", "gift.message").also("gift"),
		rename("customer.mail", "email"), rename("customer.mail", "mial"), rename("customer.address.street", "streat"), rename("items[0].qty", "quantity"), rename("items[0].qty", "qyt"),
		rename("customer.address.zip", "zipCode"), rename("payment", "payments"), rename("coupon", "cupon"),
		set("unknown name", "customer.age", `30`), set("unknown name", "items[0].color", `"red"`), set("unknown name", "express", `true`),
		change("type", "customer", `"Ada"`), change("type", "customer.address", `["Main Road 1","Berlin"]`), change("type", "items", `{"sku":"AB1234","qty":2}`), change("type", "items[1]", `"CD5678"`),
		change("type", "items[0].qty", `"two"`), change("type", "items[0].price", `"cheap"`), change("type", "counts", `[1,2]`), change("type", "counts.small", `"one"`), change("type", "notes.en", `5`),
		change("type", "items[1].parts.lid", `1`), change("type", "gift", `true`), change("null", "customer.name", `null`), change("null", "items[0]", `null`),
		change("enum", "payment.method", `"cash"`).also("payment"), change("enum", "payment.method", `"crad"`).also("payment"), change("enum", "items[0].tags[0]", `"Heavy"`), change("enum", "items[0].tags[0]", `"spicy"`),
		change("bound", "items[0].qty", `0`), change("bound", "items[1].qty", `100`), set("bound", "items[0].price", `-2`), change("bound", "counts.large", `10`), change("bound", "counts.medium", `0`),
		change("length", "customer.name", `""`), change("length", "customer.address.street", `"M"`), change("length", "customer.address.zip", `"1"`), change("length", "notes.de", `""`), change("length", "items", `[]`),
		push("length", "items", `{"sku":"QQ0001","qty":1}`, `{"sku":"QQ0002","qty":1}`, `{"sku":"QQ0003","qty":1}`, `{"sku":"QQ0004","qty":1}`, `{"sku":"QQ0005","qty":1}`),
		set("length", "gift.message", `"A very long message that does not fit onto the card that goes with it"`).also("gift"),
		repeat("items"),
		change("pattern", "items[0].sku", `"ab1234"`).also("items"), change("pattern", "items[1].sku", `"CD 5678"`).also("items"), change("pattern", "coupon", `"SAVE10"`), change("pattern", "customer.address.zip", `"1011A"`),
		change("pattern", "items[1].parts.base", `"b 2"`),
		change("format", "customer.mail", `"ada at site.org"`), set("format", "customer.phone", `"030/123456"`), change("format", "customer.address.country", `"Germany"`), change("format", "payment.card", `"1234"`).also("payment"),
		set("name", "notes.german", `"Danke"`), set("name", "notes.EN", `"Thanks"`),
		set("cross-field", "gift.repeat", `"Enjoy"`).also("gift"),
		drop("presence", "payment").also("invoice"), drop("presence", "payment.card").also("payment"), drop("presence", "payment.iban").also("payment"),
		set("presence", "payment.iban", `"DE89370400440532013000"`).also("payment").when("payment.card"),
		change("missing", "payment", `{}`).named("payment.method"), // no text can know what it needs besides
		twice("coupon", `"SAVE-20"`), twice("customer.name", `"Bob"`), twice("counts.small", `3`),
	},
}

var report = Tool{
	Name: "make_report",
	Good: []string{
		`{"name":"Sales","kind":"table","columns":["day","sum"],"width":600,"unit":"px","scale":1.5,"from":"2026-01-01","to":"2026-02-01","mail":"ada@site.org","extra":{"margin":2}}`,
		`{"name":"Visits","kind":"chart","columns":["page"],"extra":{"top":1,"left":3}}`,
	},
	Mistakes: []Mistake{
		drop("missing", "name"), drop("missing", "kind"), drop("missing", "columns"), rename("columns", "column"), rename("name", "Name"), set("unknown name", "theme", `"dark"`),
		change("type", "name", `7`), change("type", "columns", `"day"`), change("type", "width", `"wide"`), change("type", "scale", `true`), change("type", "extra", `[1]`), change("type", "columns[0]", `false`),
		change("enum", "kind", `"pie"`), change("enum", "kind", `"Table"`), change("enum", "unit", `"cm"`), change("bound", "width", `50`), change("bound", "width", `1000`), change("bound", "width", `625`),
		change("bound", "scale", `0`), change("bound", "scale", `4`), change("bound", "extra.margin", `0`), change("length", "name", `""`), change("length", "name", `"Sales of all the shops"`),
		change("length", "columns", `[]`), push("length", "columns", `"a"`, `"b"`, `"c"`, `"d"`), change("length", "extra", `{}`), repeat("columns"),
		change("pattern", "columns[0]", `"Day 1"`), change("format", "from", `"1 January"`), change("format", "mail", `"ada"`), change("null", "name", `null`),
		drop("presence", "unit").also("width"), drop("presence", "from").also("to"), twice("width", `500`),
	},
}

var pick = Tool{
	Name: "pick_seat",
	Good: []string{`{"name":"ada","id":"a","size":3}`, `{"x":1,"y":2,"id":7,"size":1}`, `{"name":"all"}`},
	Mistakes: []Mistake{
		drop("presence", "name"), drop("presence", "y").named("name"), set("presence", "name", `"ada"`).also("x").when("y"),
		drop("presence", "size").also("name"), change("type", "id", `true`), change("type", "id", `1.5`), change("type", "x", `"left"`),
		change("bound", "x", `-1`), change("bound", "size", `21`), change("length", "name", `"a"`), rename("size", "sise"), set("unknown name", "row", `1`), twice("size", `2`),
	},
}
