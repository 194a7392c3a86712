package store

// A topic is a kind of trouble that the sample issues are made of. Its texts have a
// slot such as {browser}; each value of the slot makes one issue.
type topic struct {
	project, title, description string
	labels                      []string
}

// slots are the values that a slot in a topic can take.
var slots = map[string][]string{
	"{browser}":  {"Chrome", "Firefox", "Safari", "Edge", "Samsung Internet", "Opera"},
	"{phone}":    {"Pixel 9", "Galaxy S24", "iPhone 15", "iPhone SE", "Moto G54", "iPad mini"},
	"{language}": {"German", "Turkish", "Japanese", "Arabic", "Polish", "Brazilian Portuguese"},
	"{currency}": {"JPY", "EUR", "GBP", "CHF", "INR", "BRL"},
	"{count}":    {"50", "200", "500", "1,000", "5,000", "20,000"},
	"{role}":     {"administrators", "viewers", "guests", "billing managers", "auditors", "team leads"},
	"{page}":     {"dashboard", "order history", "search results", "profile page", "reports page", "settings page"},
	"{resource}": {"orders", "customers", "invoices", "products", "shipments", "webhooks"},
	"{country}":  {"Norway", "Switzerland", "India", "Brazil", "Japan", "Canada"},
	"{version}":  {"5.0", "5.1", "5.2", "5.3", "5.4", "5.5"},
}

var topics = []topic{
	// web
	{"web", "Login form loses the typed password in {browser}", "After a failed login the page reloads and both fields are empty. In {browser} the password manager then offers to save an empty password. Expected: the user name stays, the password field has the focus.", []string{"ui", "regression"}},
	{"web", "{browser} asks for the password again after every restart", "\"Keep me signed in\" is ticked, yet the session cookie is gone after {browser} is closed. The cookie is written without an expiry date.", []string{"regression"}},
	{"web", "Date picker in {browser} opens outside the window", "With the window narrower than 900 pixels the calendar of the date picker is cut off on the right and cannot be scrolled into view in {browser}.", []string{"ui"}},
	{"web", "Blank {page} after the session has expired", "Leave the {page} open over night and click anything. The request is answered with 401, the page goes white and the console shows an uncaught promise rejection. It should lead to the login.", []string{"crash"}},
	{"web", "Keyboard focus is lost on the {page}", "After closing a dialog on the {page} with Escape the focus jumps to the top of the document. Screen reader users have to find their place again.", []string{"accessibility"}},
	{"web", "Low contrast of secondary text on the {page}", "The grey captions on the {page} have a contrast of 3.1:1 on a white ground. WCAG 2.2 AA asks for 4.5:1.", []string{"accessibility", "ui"}},
	{"web", "{page} takes 12 seconds to load for large accounts", "Accounts with more than 10,000 orders wait 12 seconds for the {page}. The profiler shows one query for each row.", []string{"performance"}},
	{"web", "German text overlaps on the {page}", "The long words of the German translation run into the next column on the {page}. Seen at 1280 pixels and below.", []string{"localization", "ui"}},
	{"web", "Untranslated messages in the {language} interface", "Error messages of the sign-up form are English although the interface is set to {language}. The keys are missing in the catalogue of the last release.", []string{"localization"}},
	{"web", "Search box ignores {language} letters", "Looking for a name with letters outside ASCII finds nothing when the interface is {language}. The index folds them, the query does not.", []string{"localization"}},
	{"web", "CSV upload of {count} rows stops without a message", "The upload of a file with {count} rows ends at about 80 percent. The bar stays, nothing is imported, and the log shows that the proxy closed the connection.", []string{"data-loss"}},
	{"web", "Selecting {count} rows freezes the table", "\"Select all\" on a list of {count} rows blocks the page for several seconds, because each check box triggers its own render.", []string{"performance", "ui"}},
	{"web", "Menu shows entries that {role} may not open", "The menu of {role} contains \"Users\" and \"Audit log\". A click leads to an error page. Entries without permission should not be shown.", []string{"ui"}},
	{"web", "{role} can see draft reports of other teams", "With the direct link {role} open a draft report that belongs to another team. The list hides it, the page itself does not check.", []string{"security"}},
	{"web", "Drag and drop of attachments fails in {browser}", "Dropping a file on the comment box opens the file in {browser} instead of attaching it. The button works.", []string{"ui"}},
	// mobile
	{"mobile", "App crashes when the camera permission is denied on {phone}", "Scan a code, deny the permission, scan again: the app ends. Only on {phone} with the newest system. The stack trace points at the preview surface.", []string{"crash"}},
	{"mobile", "Push notifications arrive twice on {phone}", "After the update every notification is shown twice on {phone}. The device is registered under its old and its new token.", []string{"regression"}},
	{"mobile", "Battery drain in the background on {phone}", "The app uses 18 percent of the battery over night on {phone}. Location updates are not stopped when the app goes to the background.", []string{"performance"}},
	{"mobile", "Keyboard covers the comment field on {phone}", "When the keyboard opens on {phone} the view does not scroll, and the text that is being typed cannot be seen.", []string{"ui"}},
	{"mobile", "Offline changes are lost after logout on {phone}", "Edit an order without a network, log out, log in again: the edit is gone without a warning on {phone}. Unsent changes must survive or the logout must ask.", []string{"data-loss"}},
	{"mobile", "Face unlock loops on {phone}", "After three failed attempts {phone} shows the prompt of the system again and again and never falls back to the PIN.", []string{"security"}},
	{"mobile", "Layout breaks with large text in {language}", "With the font size of the system at 200 percent the buttons of the order page overlap in {language}.", []string{"accessibility", "localization"}},
	{"mobile", "Dates are shown in the wrong order in {language}", "The history shows month before day although the device is set to {language}. The format is built by hand instead of by the system.", []string{"localization"}},
	{"mobile", "Sync of {count} orders runs out of memory", "The first sync of an account with {count} orders is killed by the system on devices with 3 GB. All pages are kept in memory until the end.", []string{"crash", "performance"}},
	{"mobile", "Version {version} starts with a white screen", "After the update to {version} a cold start shows a white screen for up to eight seconds. The migration of the local database runs on the main thread.", []string{"performance", "regression"}},
	{"mobile", "Deep links open the wrong order in {version}", "A link from an e-mail opens the order that was viewed last instead of the linked one. Broken since {version}.", []string{"regression"}},
	{"mobile", "Release notes of {version} are missing in the store", "The store page of {version} repeats the notes of the release before.", []string{"documentation"}},
	// api
	{"api", "GET /v1/{resource} answers 500 when the cursor is from yesterday", "A cursor that was handed out before the nightly job leads to a 500 on /v1/{resource}. It should be a 400 that says the cursor has expired.", []string{"crash"}},
	{"api", "Sorting of /v1/{resource} is not stable", "Two calls with sort=updated_at return {resource} of the same second in a different order, so that pages overlap and some entries are never seen.", []string{"data-loss"}},
	{"api", "PATCH /v1/{resource} clears fields that were not sent", "A partial update of {resource} with one field sets all optional fields to null. Clients written against the documentation lose data.", []string{"data-loss", "regression"}},
	{"api", "Rate limit of /v1/{resource} counts failed requests twice", "A 429 on /v1/{resource} is counted as a request itself, so a client that retries never gets out of the limit.", nil},
	{"api", "Documentation of /v1/{resource} names a field that does not exist", "The reference of {resource} lists external_ref. The API answers with reference. One of the two has to change.", []string{"documentation"}},
	{"api", "Timeout on /v1/{resource} with more than three filters", "Four or more filters on /v1/{resource} make the database scan the whole table. The request ends with a timeout after 30 seconds.", []string{"performance"}},
	{"api", "Deleted {resource} are still delivered by the change feed", "The feed sends an update for {resource} that were deleted a minute ago. Consumers create them again.", []string{"regression"}},
	{"api", "Tokens of {role} keep working after the account is disabled", "Disabling an account does not end the tokens that {role} have made. They work until they expire, up to 90 days.", []string{"security"}},
	{"api", "Batch of {count} items is accepted but only half is processed", "POST /v1/batch with {count} items answers 202. The worker stops at the first item that fails and does not report the rest.", []string{"data-loss"}},
	{"api", "Export of {count} rows returns a broken ZIP file", "The archive with {count} rows misses its central directory when the client reads slowly. The writer is closed before the last flush.", []string{"crash"}},
	{"api", "Go client for API {version} retries POST requests", "The generated client repeats a POST after a timeout, which creates the order twice. Version {version} of the generator ignores the idempotency setting.", []string{"regression"}},
	{"api", "Webhook signatures cannot be verified since {version}", "Since {version} the signature is made over the body with a trailing line break, the documentation says without.", []string{"security", "documentation"}},
	// billing
	{"billing", "Invoices in {currency} are rounded to the wrong unit", "The total of an invoice in {currency} differs from the sum of its lines by up to 3 units, because each line is rounded on its own.", []string{"regression"}},
	{"billing", "Refunds in {currency} use the exchange rate of today", "A partial refund in {currency} is converted with the present rate instead of the rate of the payment. The books do not balance.", nil},
	{"billing", "{currency} amounts have no thousands separator in the PDF", "The PDF of an invoice prints {currency} amounts above 1,000 without a separator. The web view is right.", []string{"ui"}},
	{"billing", "Tax of {country} is calculated on the shipping discount", "For customers in {country} the tax is taken before the discount on shipping is subtracted.", nil},
	{"billing", "Invoices for {country} miss the tax number of the buyer", "Business customers in {country} need their tax number on the invoice. It is stored but not printed.", []string{"documentation"}},
	{"billing", "Card payments from {country} are declined without a reason", "The bank asks for a second factor, the answer of the gateway is not handled, and the customer from {country} reads \"payment failed\".", []string{"regression"}},
	{"billing", "Monthly run takes six hours for {count} subscriptions", "The run over {count} subscriptions holds one transaction open all the time. Checkout is slow while it lasts.", []string{"performance"}},
	{"billing", "{role} cannot download invoices of closed accounts", "Once an account is closed {role} get a 404 for its invoices, which must be kept for ten years.", []string{"data-loss"}},
	{"billing", "Card numbers appear in the log visible to {role}", "The debug log of the gateway prints the full request. {role} can read that log.", []string{"security"}},
	{"billing", "Reminder e-mails in {language} have an empty subject", "The subject line of the payment reminder is empty in {language}. Mail filters put the message into the junk folder.", []string{"localization"}},
	{"billing", "Coupons are applied twice in {browser}", "A double click on \"Apply\" in {browser} sends the request twice, and the discount is granted twice.", nil},
}

// loginTimesOut is BUG-142, the issue that every text about the tracker speaks of.
var loginTimesOut = topic{
	project: "web",
	title:   "Login times out",
	description: "Signing in with single sign-on ends with a timeout after 30 seconds when the identity provider is slow. " +
		"The page then shows \"unknown error\" and the second attempt works. Seen every morning around nine, when most people log in.",
	labels: []string{"performance", "regression"},
}

var users = []string{
	"aisha.khan", "anna.petrova", "ben.carter", "chen.wei", "diego.ramos", "emma.larsen",
	"farid.haddad", "grace.okafor", "ivan.sokolov", "julia.novak", "kenji.mori", "lena.schmidt",
}

// What people say about an issue: on the way, and when it is closed.
var remarks = []string{
	"I can reproduce this on staging. It happens every time.",
	"Two customers have reported the same today.",
	"Could you attach the log and say which build it was?",
	"Not reproducible with the newest build. Which account was it?",
	"The log is attached. It starts at 08:14 and the error is at the end.",
	"Workaround: reload the page and try again. We have told support.",
	"Found the commit that changed it. I will look at it this week.",
	"It is the cache: with an empty one everything works.",
	"Raised the priority, because this blocks the release.",
	"The fix is in review. It needs a migration, so please do not merge before Thursday.",
	"Still there after the last deployment, only less often.",
	"This may have the same cause as what we saw with the last release.",
}

var closings = []string{
	"Fixed and verified on staging. Goes out with the next release.",
	"Released this morning. Closing.",
	"The reporter confirms that it works now.",
	"Fixed together with another issue of the same cause.",
	"No longer happens since the library was updated.",
	"Closing: this is how it is meant to work, and the documentation now says so.",
}
