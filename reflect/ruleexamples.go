package reflect

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// ruleExamples has a value for each rule whose words do not say how one looks. Errors show
// it; schemas do not, where it would cost bytes in every list of tools.
var ruleExamples = map[string]string{
	"email": "ada@example.com", "url": "https://example.com", "http_url": "https://example.com", "https_url": "https://example.com",
	"uri": "https://example.com", "origin": "https://example.com", "urn_rfc2141": "urn:isbn:0451450523", "urn_rfc8141": "urn:isbn:0451450523",
	"hostname": "example.com", "hostname_rfc1123": "example.com", "hostname_label": "example", "dns_rfc1035_label": "example",
	"hostname_port": "example.com:443", "port": "8080", "fqdn": "www.example.com", "ip": "192.0.2.1", "ipv4": "192.0.2.1", "ipv6": "2001:db8::1",
	"cidr": "192.0.2.0/24", "cidrv4": "192.0.2.0/24", "cidrv6": "2001:db8::/32", "mac": "00:00:5e:00:53:01", "unix_addr": "/run/app.sock",

	"uuid": "6ba7b810-9dad-41d1-80b4-00c04fd430c8", "uuid3": "a3bb189e-8bf9-3888-9912-ace4e6543002",
	"uuid4": "6ba7b810-9dad-41d1-80b4-00c04fd430c8", "uuid5": "74738ff5-5367-5958-9aee-98fffdcd1876", "uuid7": "01890a5d-ac96-774b-bcce-b302099a8057",
	"uuid_rfc4122": "6ba7b810-9dad-41d1-80b4-00c04fd430c8", "uuid3_rfc4122": "a3bb189e-8bf9-3888-9912-ace4e6543002",
	"uuid4_rfc4122": "6ba7b810-9dad-41d1-80b4-00c04fd430c8", "uuid5_rfc4122": "74738ff5-5367-5958-9aee-98fffdcd1876",
	"ulid": "01ARZ3NDEKTSV4RRFFQ69G5FAV",

	"md4": hexDigits(32), "md5": hexDigits(32), "sha256": hexDigits(64), "sha384": hexDigits(96), "sha512": hexDigits(128),
	"ripemd128": hexDigits(32), "ripemd160": hexDigits(40), "tiger128": hexDigits(32), "tiger160": hexDigits(40), "tiger192": hexDigits(48),
	"base32": "NBSWY3DP", "base64": "aGVsbG8=", "base64url": "aGVsbG8=", "base64rawurl": "aGVsbG8", "hexadecimal": "1f4a",
	"json": `{"key":"value"}`, "jwt": "eyJhbGciOiJIUzI1NiJ9.e30.c2ln", "datauri": "data:text/plain;base64,aGVsbG8=",
	"html": "<b>text</b>", "html_encoded": "&#38;", "url_encoded": "a%20b",

	"hexcolor": "#ff8800", "rgb": "rgb(255,136,0)", "rgba": "rgba(255,136,0,0.5)", "hsl": "hsl(32,100%,50%)", "hsla": "hsla(32,100%,50%,0.5)",
	"cmyk": "cmyk(0%,47%,100%,0%)", "iscolor": "#ff8800",

	"duration": "1h30m", "timezone": "Europe/Berlin", "cron": "0 9 * * 1", "latitude": "52.5", "longitude": "13.4", "semver": "1.2.3",
	"e164": "+14155550123", "isbn": "9780306406157", "isbn10": "0306406152", "isbn13": "9780306406157", "issn": "0317-8471",
	"ssn": "219-09-9999", "ein": "12-3456789", "credit_card": "4111111111111111", "luhn_checksum": "79927398713", "cve": "CVE-2026-0001",
	"bic": "DEUTDEFF", "bic_iso_9362_2014": "DEUTDEFF", "eth_addr": "0x52908400098527886E0F7030069857D2E4169EE7",
	"eth_addr_checksum": "0x52908400098527886E0F7030069857D2E4169EE7", "btc_addr": "1BoatSLRHtKNngkdXEeobR76b53LETtpyT",
	"btc_addr_bech32": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "mongodb": "507f1f77bcf86cd799439011",
	"mongodb_connection_string": "mongodb://localhost:27017", "spicedb": "document",

	"iso3166_1_alpha2": "DE", "iso3166_1_alpha2_eu": "DE", "iso3166_1_alpha3": "DEU", "iso3166_1_alpha3_eu": "DEU",
	"iso3166_1_alpha_numeric": "276", "iso3166_1_alpha_numeric_eu": "276", "iso3166_2": "US-CA", "country_code": "DE", "eu_country_code": "DE",
	"iso4217": "EUR", "iso4217_numeric": "978", "bcp47_language_tag": "en-US", "bcp47_strict_language_tag": "en-US",
}

// formatExamples has a value for each format that the format tag takes.
var formatExamples = map[string]string{
	"date-time": "2026-07-28T09:00:00Z", "date": "2026-07-28", "time": "09:00:00Z", "duration": "P1DT2H", "email": "ada@example.com",
	"hostname": "example.com", "ipv4": "192.0.2.1", "ipv6": "2001:db8::1", "uri": "https://example.com", "uri-reference": "/path",
	"iri": "https://example.com", "iri-reference": "/path", "uri-template": "https://example.com/{id}", "uuid": "6ba7b810-9dad-41d1-80b4-00c04fd430c8",
	"json-pointer": "/items/0", "relative-json-pointer": "1/items", "regex": "^[a-z]+$",
}

// hexDigits returns a text of n hexadecimal digits.
func hexDigits(n int) string { return strings.Repeat("0123456789abcdef", n/16+1)[:n] }

// exampleOfRules gives the value an example if the tags gave none: that of a rule, if it
// satisfies all the others.
func (t *target) exampleOfRules() {
	if t.shape.Example != nil || len(t.shape.Enum) > 0 {
		return
	}
	for _, r := range t.shape.Rules {
		first, _, _ := strings.Cut(r.Name, "|")
		text, ok := ruleExamples[first]
		switch r.Name {
		case "format":
			text, ok = formatExamples[r.Param]
		case "datetime":
			text, ok = r.Param, true // a layout of Go is a time in its own form
		}
		if !ok {
			continue
		}
		raw := jsontext.Value(text)
		if t.shape.JSONType() == "string" {
			raw = appendText(nil, text)
		}
		if raw.IsValid() && t.broken(raw) == "" {
			t.shape.Example = raw
			return
		}
	}
}
