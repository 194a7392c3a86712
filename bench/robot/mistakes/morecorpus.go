package mistakes

var meeting = Tool{
	Name: "schedule_meeting",
	Good: []string{
		`{"title":"Planning","start":"2026-05-04T09:00:00Z","end":"2026-05-04T10:00:00Z","reminder":"1h","snooze":"10m","zone":"Europe/Paris","people":["ada@site.org","bob@site.org"],"room":"A1","day":"2026-05-05","every":"week","times":4,"color":"#00ff00","moderator":"ada","scribe":"bob"}`,
		`{"title":"Review","start":"2026-06-01T13:00:00+02:00","end":"2026-06-01T15:30:00+02:00","people":["eve@site.org"],"link":"https://meet.site.org/r"}`,
	},
	Mistakes: []Mistake{
		drop("missing", "title"), drop("missing", "start").also("end"), drop("missing", "end").also("start"), drop("missing", "people"),
		rename("title", "tilte"), rename("start", "Start").also("end"), rename("people", "peoples"), rename("reminder", "remind").also("snooze"), set("unknown name", "priority", `"high"`), rename("zone", "timezone"),
		change("type", "title", `["Planning"]`), change("type", "start", `1777885200`).also("end"), change("type", "people", `{"to":"ada@site.org"}`), change("type", "people[0]", `{"mail":"ada@site.org"}`),
		set("type", "times", `"often"`).also("every"), set("type", "reminder", `60`).also("snooze"), change("null", "title", `null`),
		change("enum", "every", `"weekly"`), change("enum", "every", `"never"`), set("bound", "reminder", `"1m"`).also("snooze"), set("bound", "reminder", `"48h"`).also("snooze"),
		change("bound", "times", `1`).also("every"), change("bound", "times", `99`).also("every"),
		change("length", "title", `"Hi"`), change("length", "title", `"A meeting about everything that has to be planned"`), change("length", "people", `[]`),
		push("length", "people", `"a@site.org"`, `"b@site.org"`, `"c@site.org"`, `"d@site.org"`, `"e@site.org"`), repeat("people"),
		change("format", "start", `"4 May, nine"`).also("end"), change("format", "end", `"10:00"`).also("start"), set("format", "reminder", `"an hour"`).also("snooze"), set("format", "zone", `"Paris"`),
		change("format", "people[0]", `"Ada"`), change("format", "link", `"meet.site.org"`), set("format", "day", `"5.5.2026"`), set("format", "color", `"greenish"`),
		change("cross-field", "end", `"2026-05-01T09:00:00Z"`).also("start"), change("cross-field", "snooze", `"2h"`).also("reminder"), change("cross-field", "scribe", `"ada"`).also("moderator").named("moderator"),
		drop("presence", "room").also("link"), drop("presence", "link").also("room").named("room"), drop("presence", "times").also("every"), drop("presence", "every").also("times").named("times"),
		twice("title", `"Plan"`), twice("day", `"2026-05-06"`),
	},
}

var deploy = Tool{
	Name: "deploy",
	Good: []string{
		`{"host":"db1.site.org","port":5432,"address":"10.0.0.7","network":"10.0.0.0/8","mac":"02:00:00:00:00:01","version":"2.1.0","build":"9b2f4c1e-6f0a-4d7e-8a53-0d7a3f4e5b6c","digest":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","schedule":"30 4 * * 0","health":"https://db1.site.org/up","contact":"ops@site.org","tls":{"cert":"PEM abc","key":"PEM def","mode":"require"},"env":{"HOME":"/srv","MODE":"prod"},"password":"correct horse","again":"correct horse","position":[52.5,13.4],"archive":"AAEC","serial":"12345","replicas":4,"weights":[0.5,0.3,0.2]}`,
		`{"host":"web.site.org","port":443,"version":"1.0.0-rc.1","tls":{"mode":"none"},"replicas":2}`,
	},
	Mistakes: []Mistake{
		drop("missing", "host"), drop("missing", "port"), drop("missing", "version"), drop("missing", "tls.mode"),
		rename("port", "prot"), rename("version", "ver"), rename("tls.mode", "modus"), rename("replicas", "replica"), rename("password", "passwort").also("again"), set("unknown name", "force", `true`), set("unknown name", "tls.ciphers", `["x"]`),
		change("type", "host", `["db1"]`), change("type", "port", `"https"`), change("type", "port", `443.5`), change("type", "tls", `"on"`), change("type", "env", `["HOME=/srv"]`), change("type", "env.HOME", `5`),
		change("type", "position", `{"lat":52.5}`), change("type", "position[1]", `"east"`), change("type", "serial", `12345`), change("type", "serial", `"A12"`), change("type", "archive", `[0,1,2]`), change("type", "weights", `0.5`), change("type", "weights[0]", `"half"`),
		change("null", "host", `null`), change("null", "position[0]", `null`),
		change("enum", "tls.mode", `"demand"`), change("enum", "tls.mode", `"requires"`), change("bound", "port", `0`), change("bound", "port", `70000`), change("bound", "replicas", `3`), change("bound", "replicas", `200`), change("bound", "replicas", `0`),
		change("bound", "weights[1]", `1.5`), change("bound", "weights[2]", `-0.1`), push("length", "weights", `0.1`), push("length", "position", `7`), change("length", "position", `[52.5]`),
		set("length", "env.LONG", `"a value of an environment variable that is longer than it may be"`), change("length", "password", `"short"`).also("again"),
		set("length", "env", `{"AA":"1","BB":"2","CC":"3","DD":"4","EE":"5"}`),
		change("format", "host", `"db 1!"`), set("format", "address", `"10.0.0.256"`), set("format", "network", `"10.0.0.0"`), set("format", "mac", `"02-00"`), change("format", "version", `"latest"`), set("format", "build", `"42"`),
		set("format", "digest", `"abc123"`), set("format", "schedule", `"nightly"`), set("format", "health", `"not a uri"`), set("format", "contact", `"ops"`), change("format", "archive", `"?!"`),
		change("pattern", "tls.cert", `"abc"`), change("pattern", "tls.key", `"DER def"`), set("name", "env.path", `"/bin"`), set("name", "env.X", `"1"`),
		change("cross-field", "again", `"correct horses"`).also("password"), drop("presence", "again").also("password"), drop("presence", "tls.key").also("tls.cert"), drop("presence", "tls.cert").also("tls.key"),
		twice("port", `444`), twice("tls.mode", `"request"`),
	},
}

var draw = Tool{
	Name: "draw",
	Good: []string{
		`{"title":"Map","figures":[{"kind":"circle","radius":20,"color":"red"},{"kind":"rectangle","width":30,"height":10},{"kind":"text","lines":["Here","we are"],"size":12}],"legend":{"name":"All","kids":[{"name":"Red","color":"red"},{"name":"Group","kids":[{"name":"Blue","color":"blue"},{"name":"Green"}]}]},"query":{"op":"and","all":[{"op":"eq","field":"size","value":1},{"op":"or","all":[{"op":"gt","field":"x","value":2},{"op":"gt","field":"y","value":3}]}]}}`,
		`{"title":"Plan","figures":[{"kind":"rectangle","width":5,"height":6,"square":true}],"query":{"op":"gt","field":"width","value":4}}`,
	},
	Mistakes: []Mistake{
		drop("missing", "title"), drop("missing", "figures"), drop("missing", "figures[0].kind").also("figures[0]"), drop("missing", "figures[0].radius").also("figures[0]"), drop("missing", "figures[1].height").also("figures[1]"),
		drop("missing", "figures[2].lines").also("figures[2]"), drop("missing", "legend.kids[0].name"), drop("missing", "query.all[1].op"), drop("missing", "query.op"),
		rename("figures[0].radius", "radios").also("figures[0]"), rename("figures[1].width", "Width").also("figures[1]"), rename("legend.kids", "children"), rename("legend.kids[1].kids", "kid"), rename("query.all[0].field", "feild").also("query.all[0]"),
		set("unknown name", "figures[0].width", `3`).also("figures[0]").when("figures[0].radius"), set("unknown name", "legend.kids[1].kids[0].shade", `"dark"`), set("unknown name", "query.any", `[]`),
		change("type", "figures", `{"kind":"circle","radius":20}`), change("type", "figures[1]", `["rectangle",30,10]`), change("type", "figures[0].radius", `"big"`).also("figures[0]"), change("type", "figures[2].lines", `{"first":"Here"}`).also("figures[2]"),
		change("type", "legend.kids[1]", `"Group"`), change("type", "legend.kids[1].kids[1].name", `5`), change("type", "query.all[0].value", `"one"`), change("type", "query", `"size = 1"`), change("type", "figures[0].kind", `1`).also("figures[0]"),
		change("null", "figures[0]", `null`), change("null", "query.all[1].all[0]", `null`),
		change("enum", "figures[0].kind", `"circel"`).also("figures[0]"), change("enum", "figures[1].kind", `"Rectangle"`).also("figures[1]"), change("enum", "figures[2].kind", `"picture"`).also("figures[2]"), change("enum", "figures[0].color", `"pink"`).also("figures[0]"),
		change("enum", "legend.kids[1].kids[0].color", `"Blue"`), change("enum", "query.op", `"AND"`), change("enum", "query.all[1].all[1].op", `"less"`),
		change("bound", "figures[0].radius", `0`).also("figures[0]"), change("bound", "figures[0].radius", `501`).also("figures[0]"), change("bound", "figures[1].width", `-1`).also("figures[1]"), change("bound", "figures[2].size", `80`).also("figures[2]"),
		change("length", "title", `""`), change("length", "figures", `[]`), push("length", "figures", `{"kind":"circle","radius":1}`, `{"kind":"circle","radius":2}`, `{"kind":"circle","radius":3}`, `{"kind":"circle","radius":4}`),
		change("length", "figures[2].lines[0]", `"A line that is too long to fit"`).also("figures[2]"), change("length", "figures[2].lines", `[]`).also("figures[2]"), push("length", "figures[2].lines", `"3"`, `"4"`).also("figures[2].kind"),
		change("length", "legend.kids[1].kids[0].name", `"A name that is too long"`), push("length", "legend.kids", `{"name":"X"}`, `{"name":"Y"}`, `{"name":"Z"}`), change("length", "query.all", `[]`),
		change("pattern", "query.all[0].field", `"size!"`), change("pattern", "query.all[1].all[0].field", `"x 1"`),
		drop("presence", "query.all[0].field").also("query.all[0]"), drop("presence", "query.all[0].value").also("query.all[0].field"), set("presence", "query.field", `"size"`).also("query.value").when("query.all"),
		// No text can know which figure is meant.
		change("missing", "figures[0]", `{}`).named("figures[0].kind"), change("enum", "figures[1]", `{"kind":"hexagon"}`).named("figures[1].kind"),
		twice("title", `"Card"`), twice("legend.kids[1].kids[0].name", `"Navy"`), twice("query.all[0].value", `2`),
	},
}

var label = Tool{
	Name: "print_label",
	Good: []string{
		`{"name":"Parcel","code":"AB12CD","prefix":"R-12-X","marker":"a+b","any":"s#1","upper":"BERLIN","lower":"ada","digits":"123","amount":"9.50","hex":"1f","class":"fast","not":"ada","other":"bob","exactly":"yes","weight":100,"fold":"once","full":"Dr Parcel","currency":"EUR","book":"9783161484100","language":"de-DE","track":"01BX5ZZKBKACTAV9WEVGEMMVRZ","data":"aGk=","ascii":"plain","config":"{\"a\":1}"}`,
		`{"name":"Box","code":"123456","weight":50}`,
	},
	Mistakes: []Mistake{
		drop("missing", "name").also("full"), drop("missing", "code"), rename("code", "cod"), rename("weight", "wieght"), rename("currency", "currencies").also("amount"), set("unknown name", "urgent", `true`),
		change("type", "name", `["Box"]`).also("full"), change("type", "code", `123456`), change("type", "weight", `"light"`), change("type", "digits", `123`), change("null", "code", `null`),
		change("pattern", "name", `"Box 1"`).also("full"), change("pattern", "code", `"AB-2CD"`), set("pattern", "prefix", `"12-X"`), set("pattern", "prefix", `"R-12"`), set("pattern", "marker", `"ab"`), set("pattern", "marker", `"a+b!"`),
		set("pattern", "any", `"s1"`), set("pattern", "upper", `"Berlin"`), set("pattern", "lower", `"Ada"`), set("pattern", "digits", `"12a"`), set("pattern", "amount", `"nine"`).also("currency"), set("pattern", "hex", `"xyz"`),
		set("enum", "class", `"medium"`), set("enum", "not", `"root"`), set("enum", "other", `"nobody"`), set("enum", "exactly", `"no"`), set("enum", "fold", `"twice"`), set("bound", "weight", `13`), set("bound", "weight", `2000`), set("bound", "weight", `1`),
		change("length", "name", `"B"`).also("full"), change("length", "name", `"AveryLongNameIndeed"`).also("full"), change("length", "code", `"AB12"`), change("length", "code", `"AB12CD34"`), set("length", "upper", `"B"`), set("length", "digits", `"1234567"`),
		set("format", "currency", `"euro"`).also("amount"), set("format", "book", `"978-3"`), set("format", "language", `"german!"`), set("format", "track", `"T-1"`), set("format", "data", `"a"`), set("format", "ascii", `"größe"`), set("format", "config", `"{a}"`),
		set("cross-field", "full", `"Doctor"`).also("name"), drop("presence", "currency").also("amount"), twice("code", `"ZZ99ZZ"`), twice("weight", `70`),
	},
}
