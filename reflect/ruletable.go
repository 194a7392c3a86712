package reflect

import (
	"reflect"
	"slices"
	"strings"
)

// A kind is a set of the sorts of values that a rule can look at.
type kind uint16

const (
	stringKind kind = 1 << iota
	integerKind
	floatKind
	boolKind
	listKind
	bytesKind
	mapKind
	timeKind
	durationKind
	otherKind

	numberKind = integerKind | floatKind
	anyKind    = stringKind | numberKind | boolKind | listKind | bytesKind | mapKind | timeKind | durationKind | otherKind
)

// kindOf says what sort of value a shape holds for a rule. A number in quotes is a
// number.
func kindOf(s *Shape) kind {
	switch {
	case s.GoType == timeType:
		return timeKind
	case s.GoType == durationType:
		return durationKind
	case s.GoType == jsonNumberType, s.Form == CustomForm, s.Form == CheckedForm, s.Form == UnionForm, s.Form == AnyForm, s.Form == ObjectForm, s.Form == PointerForm:
		return otherKind
	case isBytes(s.GoType):
		return bytesKind
	case s.Form == TextForm && s.Decode == nil && s.GoType.Kind() != reflect.String:
		return otherKind // a TextUnmarshaler, whose Go value is not what was sent
	}
	switch k := s.GoType.Kind(); {
	case k == reflect.String:
		return stringKind
	case k == reflect.Bool:
		return boolKind
	case k >= reflect.Int && k <= reflect.Uintptr:
		return integerKind
	case k == reflect.Float32 || k == reflect.Float64:
		return floatKind
	case k == reflect.Slice || k == reflect.Array:
		return listKind
	case k == reflect.Map:
		return mapKind
	}
	return otherKind
}

// kindNouns name the sorts of values in an error, in this order.
var kindNouns = []struct {
	kind kind
	noun string
}{
	{stringKind, "strings"}, {integerKind, "integers"}, {floatKind, "floats"}, {boolKind, "booleans"}, {listKind, "lists"},
	{bytesKind, "bytes"}, {mapKind, "maps"}, {timeKind, "times"}, {durationKind, "durations"},
}

// String lists the sorts: "strings, lists and maps".
func (k kind) String() string {
	var nouns []string
	for _, n := range kindNouns {
		if k&n.kind != 0 {
			nouns = append(nouns, n.noun)
		}
	}
	if n := len(nouns); n > 1 {
		return strings.Join(nouns[:n-1], ", ") + " and " + nouns[n-1]
	}
	return strings.Join(nouns, "")
}

// A ruleDoc is what is known about a rule of validator: which values it looks at,
// how its parameter is used, and what it says in words and in keywords.
type ruleDoc struct {
	kinds kind
	param paramUse
	// words completes "must …". {} stands for the parameter.
	words string
	// format is emitted when the field has none yet.
	format string
	// pattern is a regular expression with exactly the meaning of the rule.
	pattern string
	// least and most are the bounds of a number that mean the same as the rule.
	least, most string
}

// A paramUse says whether a rule takes a parameter.
type paramUse uint8

const (
	noParam paramUse = iota
	needsParam
	mayHaveParam
)

// lookup returns what is known about a rule, and reports a rule that cannot be used.
func (t *target) lookup(tag, name string) (ruleDoc, bool) {
	_, own := t.w.opts.Rules[name]
	if doc, ok := ruleTable[name]; ok && !own {
		if refused[name] {
			t.fail(tag, name+" looks at the disk or the network, which a caller's argument must not cause", "check it in the handler, or register a rule of that name which does what you allow")
			return doc, false
		}
		if kindOf(t.shape)&doc.kinds == 0 {
			t.fail(tag, name+" is a rule for "+doc.kinds.String()+", not for "+t.shape.GoType.String(), "drop it, or change the type")
			return doc, false
		}
		return doc, true
	}
	if t.w.knows(name) { // a rule that the developer has registered
		words := t.w.opts.Rules[name].Words
		if words == "" {
			words = "satisfy the rule " + name
		}
		return ruleDoc{kinds: anyKind, param: mayHaveParam, words: words}, true
	}
	t.fail(tag, name+" is not a rule of validator", ruleRemedy(name))
	return ruleDoc{}, false
}

// ruleSlips are words that people write for the rule they mean.
var ruleSlips = map[string]string{
	"minlength": "min", "maxlength": "max", "minlen": "min", "maxlen": "max", "minimum": "min", "maximum": "max",
	"minitems": "min", "maxitems": "max", "length": "len", "size": "len", "enum": "oneof", "in": "oneof", "equal": "eq",
	"equals": "eq", "optional": "omitempty", "mail": "email", "uniqueitems": "unique", "distinct": "unique", "requiredif": "required_if",
	"requiredwith": "required_with", "requiredwithout": "required_without", "nonempty": "min=1", "notempty": "min=1",
	"prefix": "startswith", "suffix": "endswith", "ipaddress": "ip", "guid": "uuid", "range": "min=…,max=…", "between": "min=…,max=…",
	"regex": "the pattern tag", "regexp": "the pattern tag", "pattern": "the pattern tag", "default": "the default tag", "format": "the format tag",
}

// ruleRemedy says what was probably meant.
func ruleRemedy(name string) string {
	plain := strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(name))
	if meant := ruleSlips[plain]; meant != "" {
		return "write " + meant
	}
	var names []string
	for known := range ruleTable {
		names = append(names, known)
	}
	slices.Sort(names)
	for _, known := range names {
		if strings.ReplaceAll(known, "_", "") == plain {
			return "write " + known
		}
	}
	return "correct it, or register it with the validator that you pass in"
}

// refused are rules that read the disk or resolve names.
var refused = map[string]bool{
	"file": true, "dir": true, "image": true, "filepath": true, "dirpath": true, "uds_exists": true,
	"tcp4_addr": true, "tcp6_addr": true, "tcp_addr": true, "udp4_addr": true, "udp6_addr": true, "udp_addr": true,
	"ip4_addr": true, "ip6_addr": true, "ip_addr": true, "mimetype": true,
}

const (
	sized    = stringKind | numberKind | listKind | bytesKind | mapKind | durationKind
	timed    = sized | timeKind
	textual  = stringKind
	strOrInt = stringKind | integerKind
	strOrNum = stringKind | numberKind
)

// ruleTable holds validator's rules but for those about presence. Rules with a native
// form have no words here; see nativerules.go and comparisons.go.
var ruleTable = map[string]ruleDoc{
	"len": {kinds: sized, param: needsParam},
	"min": {kinds: sized, param: needsParam},
	"max": {kinds: sized, param: needsParam},
	"gt":  {kinds: timed, param: mayHaveParam},
	"gte": {kinds: timed, param: mayHaveParam},
	"lt":  {kinds: timed, param: mayHaveParam},
	"lte": {kinds: timed, param: mayHaveParam},
	"eq":  {kinds: sized | boolKind, param: needsParam},
	"ne":  {kinds: sized | boolKind, param: needsParam},

	"eq_ignore_case": {kinds: textual, param: needsParam, words: "be {} (in any case)"},
	"ne_ignore_case": {kinds: textual, param: needsParam, words: "not be {} (in any case)"},
	"oneof":          {kinds: strOrInt, param: needsParam},
	"oneofci":        {kinds: textual, param: needsParam, words: "be one of {} (in any case)"},
	"noneof":         {kinds: strOrInt, param: needsParam, words: "be none of {}"},
	"noneofci":       {kinds: textual, param: needsParam, words: "be none of {} (in any case)"},
	"unique":         {kinds: listKind | mapKind, param: mayHaveParam},
	"isdefault":      {kinds: anyKind, words: "be empty"},
	"validateFn":     {kinds: anyKind, param: mayHaveParam, words: "be accepted by its own check"},

	"eqfield":       {kinds: anyKind, param: needsParam, words: "be the same as {}"},
	"nefield":       {kinds: anyKind, param: needsParam, words: "differ from {}"},
	"gtfield":       {kinds: timed, param: needsParam, words: "be greater than {}"},
	"gtefield":      {kinds: timed, param: needsParam, words: "be at least {}"},
	"ltfield":       {kinds: timed, param: needsParam, words: "be less than {}"},
	"ltefield":      {kinds: timed, param: needsParam, words: "be at most {}"},
	"eqcsfield":     {kinds: anyKind, param: needsParam, words: "be the same as {}"},
	"necsfield":     {kinds: anyKind, param: needsParam, words: "differ from {}"},
	"gtcsfield":     {kinds: timed, param: needsParam, words: "be greater than {}"},
	"gtecsfield":    {kinds: timed, param: needsParam, words: "be at least {}"},
	"ltcsfield":     {kinds: timed, param: needsParam, words: "be less than {}"},
	"ltecsfield":    {kinds: timed, param: needsParam, words: "be at most {}"},
	"fieldcontains": {kinds: textual, param: needsParam, words: "contain the text of {}"},
	"fieldexcludes": {kinds: textual, param: needsParam, words: "not contain the text of {}"},

	"alpha":           {kinds: textual, words: "have letters a-z and A-Z only", pattern: `^[a-zA-Z]+$`},
	"alphaspace":      {kinds: textual, words: "have letters a-z, A-Z and blanks only", pattern: `^[a-zA-Z ]+$`},
	"alphanum":        {kinds: textual, words: "have letters a-z, A-Z and digits only", pattern: `^[a-zA-Z0-9]+$`},
	"alphanumspace":   {kinds: textual, words: "have letters a-z, A-Z, digits and blanks only", pattern: `^[a-zA-Z0-9 ]+$`},
	"alphaunicode":    {kinds: textual, words: "have letters only"},
	"alphanumunicode": {kinds: textual, words: "have letters and digits only"},
	"ascii":           {kinds: textual, words: "have ASCII characters only"},
	"printascii":      {kinds: textual, words: "have printable ASCII characters only"},
	"multibyte":       {kinds: textual, words: "have a character beyond ASCII"},
	"lowercase":       {kinds: textual, words: "be in lower case"},
	"uppercase":       {kinds: textual, words: "be in upper case"},
	"boolean":         {kinds: textual | boolKind, words: "be true or false"},
	"numeric":         {kinds: strOrNum, words: "be a number in digits", pattern: `^[-+]?[0-9]+(?:\.[0-9]+)?$`},
	"number":          {kinds: strOrNum, words: "have digits only", pattern: `^[0-9]+$`},
	"hexadecimal":     {kinds: textual, words: "be hexadecimal", pattern: `^(0[xX])?[0-9a-fA-F]+$`},
	"contains":        {kinds: textual, param: needsParam, words: "contain {}"},
	"containsany":     {kinds: textual, param: needsParam, words: "contain one of the characters {}"},
	"containsrune":    {kinds: textual, param: needsParam, words: "contain the character {}"},
	"excludes":        {kinds: textual, param: needsParam, words: "not contain {}"},
	"excludesall":     {kinds: textual, param: needsParam, words: "contain none of the characters {}"},
	"excludesrune":    {kinds: textual, param: needsParam, words: "not contain the character {}"},
	"startswith":      {kinds: textual, param: needsParam, words: "start with {}"},
	"endswith":        {kinds: textual, param: needsParam, words: "end with {}"},
	"startsnotwith":   {kinds: textual, param: needsParam, words: "not start with {}"},
	"endsnotwith":     {kinds: textual, param: needsParam, words: "not end with {}"},

	"email":             {kinds: textual, words: "be an email address", format: "email"},
	"url":               {kinds: textual, words: "be a URL with a scheme", format: "uri"},
	"http_url":          {kinds: textual, words: "be an http or https URL", format: "uri"},
	"https_url":         {kinds: textual, words: "be an https URL", format: "uri"},
	"uri":               {kinds: textual, words: "be a URI"},
	"origin":            {kinds: textual, words: "be a web origin such as https://example.com"},
	"urn_rfc2141":       {kinds: textual, words: "be a URN (RFC 2141)"},
	"urn_rfc8141":       {kinds: textual, words: "be a URN (RFC 8141)"},
	"hostname":          {kinds: textual, words: "be a host name", format: "hostname"},
	"hostname_rfc1123":  {kinds: textual, words: "be a host name (RFC 1123)", format: "hostname"},
	"hostname_label":    {kinds: textual, words: "be one label of a host name"},
	"dns_rfc1035_label": {kinds: textual, words: "be a DNS label (RFC 1035)"},
	"hostname_port":     {kinds: textual, words: "be a host and a port such as example.com:443"},
	"port":              {kinds: integerKind, words: "be a port from 1 to 65535", least: "1", most: "65535"},
	"fqdn":              {kinds: textual, words: "be a full domain name"},
	"ip":                {kinds: textual, words: "be an IP address"},
	"ipv4":              {kinds: textual, words: "be an IPv4 address", format: "ipv4"},
	"ipv6":              {kinds: textual, words: "be an IPv6 address", format: "ipv6"},
	"cidr":              {kinds: textual, words: "be an address range in CIDR form such as 192.0.2.0/24"},
	"cidrv4":            {kinds: textual, words: "be an IPv4 address range in CIDR form such as 192.0.2.0/24"},
	"cidrv6":            {kinds: textual, words: "be an IPv6 address range in CIDR form such as 2001:db8::/32"},
	"mac":               {kinds: textual, words: "be a MAC address"},
	"unix_addr":         {kinds: textual, words: "be the address of a Unix socket"},

	"uuid":          {kinds: textual, words: "be a UUID", format: "uuid"},
	"uuid3":         {kinds: textual, words: "be a UUID of version 3", format: "uuid"},
	"uuid4":         {kinds: textual, words: "be a UUID of version 4", format: "uuid"},
	"uuid5":         {kinds: textual, words: "be a UUID of version 5", format: "uuid"},
	"uuid7":         {kinds: textual, words: "be a UUID of version 7", format: "uuid"},
	"uuid_rfc4122":  {kinds: textual, words: "be a UUID (RFC 4122)", format: "uuid"},
	"uuid3_rfc4122": {kinds: textual, words: "be a UUID of version 3 (RFC 4122)", format: "uuid"},
	"uuid4_rfc4122": {kinds: textual, words: "be a UUID of version 4 (RFC 4122)", format: "uuid"},
	"uuid5_rfc4122": {kinds: textual, words: "be a UUID of version 5 (RFC 4122)", format: "uuid"},
	"ulid":          {kinds: textual, words: "be a ULID"},
	"md4":           {kinds: textual, words: "be an MD4 hash"},
	"md5":           {kinds: textual, words: "be an MD5 hash"},
	"sha256":        {kinds: textual, words: "be a SHA-256 hash"},
	"sha384":        {kinds: textual, words: "be a SHA-384 hash"},
	"sha512":        {kinds: textual, words: "be a SHA-512 hash"},
	"ripemd128":     {kinds: textual, words: "be a RIPEMD-128 hash"},
	"ripemd160":     {kinds: textual, words: "be a RIPEMD-160 hash"},
	"tiger128":      {kinds: textual, words: "be a TIGER-128 hash"},
	"tiger160":      {kinds: textual, words: "be a TIGER-160 hash"},
	"tiger192":      {kinds: textual, words: "be a TIGER-192 hash"},
	"base32":        {kinds: textual, words: "be base32"},
	"base64":        {kinds: textual, words: "be base64"},
	"base64url":     {kinds: textual, words: "be base64 for URLs"},
	"base64rawurl":  {kinds: textual, words: "be base64 for URLs without padding"},
	"json":          {kinds: textual | bytesKind, words: "be JSON"},
	"jwt":           {kinds: textual, words: "be a JSON Web Token"},
	"datauri":       {kinds: textual, words: "be a data URI"},
	"html":          {kinds: textual, words: "have an HTML element"},
	"html_encoded":  {kinds: textual, words: "have an HTML character reference"},
	"url_encoded":   {kinds: textual, words: "be encoded for a URL"},

	"hexcolor": {kinds: textual, words: "be a color such as #ff8800"},
	"rgb":      {kinds: textual, words: "be a color such as rgb(255,136,0)"},
	"rgba":     {kinds: textual, words: "be a color such as rgba(255,136,0,0.5)"},
	"hsl":      {kinds: textual, words: "be a color such as hsl(32,100%,50%)"},
	"hsla":     {kinds: textual, words: "be a color such as hsla(32,100%,50%,0.5)"},
	"cmyk":     {kinds: textual, words: "be a color such as cmyk(0%,47%,100%,0%)"},
	"iscolor":  {kinds: textual, words: "be a color such as #ff8800"},

	"datetime":  {kinds: textual, param: needsParam, words: "be a date or time in the form {}"},
	"duration":  {kinds: textual, words: "be a duration such as 1h30m"},
	"timezone":  {kinds: textual, words: "be a time zone such as Europe/Berlin"},
	"cron":      {kinds: textual, words: "be a cron expression"},
	"latitude":  {kinds: strOrNum, words: "be a latitude from -90 to 90", least: "-90", most: "90"},
	"longitude": {kinds: strOrNum, words: "be a longitude from -180 to 180", least: "-180", most: "180"},
	"semver":    {kinds: textual, words: "be a version such as 1.2.3"},

	"e164":                      {kinds: textual, words: "be a phone number such as +14155550123"},
	"isbn":                      {kinds: textual, words: "be an ISBN"},
	"isbn10":                    {kinds: textual, words: "be an ISBN of 10 digits"},
	"isbn13":                    {kinds: textual, words: "be an ISBN of 13 digits"},
	"issn":                      {kinds: textual, words: "be an ISSN"},
	"ssn":                       {kinds: textual, words: "be a social security number"},
	"ein":                       {kinds: textual, words: "be an employer identification number"},
	"credit_card":               {kinds: textual, words: "be a credit card number"},
	"luhn_checksum":             {kinds: strOrInt, words: "end with its Luhn check digit"},
	"cve":                       {kinds: textual, words: "be a CVE number such as CVE-2026-0001"},
	"bic":                       {kinds: textual, words: "be a BIC"},
	"bic_iso_9362_2014":         {kinds: textual, words: "be a BIC (ISO 9362:2014)"},
	"eth_addr":                  {kinds: textual, words: "be an Ethereum address"},
	"eth_addr_checksum":         {kinds: textual, words: "be an Ethereum address with its checksum"},
	"btc_addr":                  {kinds: textual, words: "be a Bitcoin address"},
	"btc_addr_bech32":           {kinds: textual, words: "be a Bitcoin address in Bech32"},
	"mongodb":                   {kinds: textual, words: "be a MongoDB ObjectID"},
	"mongodb_connection_string": {kinds: textual, words: "be a MongoDB connection string"},
	"spicedb":                   {kinds: textual, param: mayHaveParam, words: "be a SpiceDB identifier"},

	"iso3166_1_alpha2":              {kinds: textual, words: "be a country code of two letters"},
	"iso3166_1_alpha2_eu":           {kinds: textual, words: "be a code of two letters of an EU country"},
	"iso3166_1_alpha3":              {kinds: textual, words: "be a country code of three letters"},
	"iso3166_1_alpha3_eu":           {kinds: textual, words: "be a code of three letters of an EU country"},
	"iso3166_1_alpha_numeric":       {kinds: strOrInt, words: "be a numeric country code"},
	"iso3166_1_alpha_numeric_eu":    {kinds: strOrInt, words: "be a numeric code of an EU country"},
	"iso3166_2":                     {kinds: textual, words: "be a country subdivision code such as US-CA"},
	"country_code":                  {kinds: textual, words: "be a country code"},
	"eu_country_code":               {kinds: textual, words: "be a code of an EU country"},
	"iso4217":                       {kinds: textual, words: "be a currency code of three letters"},
	"iso4217_numeric":               {kinds: integerKind, words: "be a numeric currency code"},
	"bcp47_language_tag":            {kinds: textual, words: "be a language tag such as en-US"},
	"bcp47_strict_language_tag":     {kinds: textual, words: "be a language tag such as en-US"},
	"postcode_iso3166_alpha2":       {kinds: textual, param: needsParam, words: "be a postcode of {}"},
	"postcode_iso3166_alpha2_field": {kinds: textual, param: needsParam, words: "be a postcode of the country in {}"},

	// Refused; they are here so that the error can say why.
	"file": {kinds: textual}, "dir": {kinds: textual}, "image": {kinds: textual}, "filepath": {kinds: textual}, "dirpath": {kinds: textual},
	"uds_exists": {kinds: textual}, "tcp4_addr": {kinds: textual}, "tcp6_addr": {kinds: textual}, "tcp_addr": {kinds: textual},
	"udp4_addr": {kinds: textual}, "udp6_addr": {kinds: textual}, "udp_addr": {kinds: textual}, "ip4_addr": {kinds: textual},
	"ip6_addr": {kinds: textual}, "ip_addr": {kinds: textual}, "mimetype": {kinds: textual},
}
