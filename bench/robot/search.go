package robot

const (
	// kept is how many values the robot looks at that come from what was there, and searched
	// is how many others.
	kept     = 100
	searched = 300
	// keptWithin and searchedWithin are the same for a member of an object that is being made.
	keptWithin     = 5
	searchedWithin = 40
	// maxSteps is how many changes, one upon another, it makes to a value.
	maxSteps = 4
)

// search looks for a value without cost: among those to begin with, and then among what
// they can be changed into, most of them. It returns the cheapest, the earliest of equals.
func (w *work) search(start []any, most int, cost func(any) int, next func(any) []any) any {
	var best any
	cheapest := -1
	seen := map[string]bool{}
	looked := 0
	level := start
	for depth := 0; depth <= maxSteps && len(level) > 0; depth++ {
		var following []any
		for _, value := range level {
			key := "absent"
			if value != (absent{}) {
				key = write(value)
			}
			if seen[key] || looked == most {
				continue
			}
			seen[key] = true
			looked++
			c := cost(value)
			if cheapest < 0 || c < cheapest {
				best, cheapest = value, c
			}
			if c == 0 {
				return value
			}
			following = append(following, value)
		}
		level = nil
		for _, value := range following {
			if looked+len(level) < 2*most { // many are seen already
				level = append(level, next(value)...)
			}
		}
	}
	return best
}
