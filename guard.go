package toolkit

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/typedmcp/toolkit/internal/snapshot"
)

// MetaSnapshot is the key in the _meta of tools/list results under which the digest of the
// snapshot stands that was given with [WithSnapshot]: "sha256:" and the hexadecimal digits
// that sha256sum prints for the file.
const MetaSnapshot = "io.github.typedmcp/snapshot"

// A guard holds the tools against what was reviewed.
type guard struct {
	reviewed *snapshot.Snapshot
	broken   error // of a file that is no snapshot
	digest   string
}

// WithSnapshot serves the tools only if they are those of a snapshot, so that what was
// reviewed is what runs. file is the content of a file that toolkittest.Snapshot or "toolkit
// snapshot" has written, mostly embedded:
//
//	//go:embed testdata/tools.json
//	var reviewed []byte
//
//	tk := toolkit.New("issue-tracker", "1.0.0", toolkit.WithSnapshot(reviewed))
//
// Every serving method refuses to start, and says what differs and in which class, if a tool is
// not as it stands there, or is not there at all, or is missing; see [WithOptionalTools] for
// the last. From then on, a tool that comes with [Add] or [Register] must stand in the snapshot too;
// tools may be taken away. The lists of tools carry the digest of file in their _meta, under
// [MetaSnapshot]. Tools that others have put onto the SDK's server are not looked at. [Toolkit.Err]
// and [Toolkit.Call] do not mind, so that a test can write the snapshot anew. The default is to
// serve all tools as they are.
func WithSnapshot(file []byte) Option {
	return func(tk *Toolkit) {
		sum := sha256.Sum256(file)
		g := &guard{digest: "sha256:" + hex.EncodeToString(sum[:])}
		g.reviewed, g.broken = snapshot.Read(file)
		tk.guard = g
	}
}

// WithOptionalTools lets tools of the snapshot that was given with [WithSnapshot] be missing when the
// toolkit starts: those of these names, and all if none are named. It is for servers whose
// settings say which tools they offer. The default is that all must be there.
func WithOptionalTools(names ...string) Option {
	return func(tk *Toolkit) { tk.optionalTools = append(make([]string, 0, len(names)), names...) }
}

// checkSnapshot reports how the tools differ from what was reviewed, before they are served
// for the first time.
func (tk *Toolkit) checkSnapshot() error {
	if tk.guard == nil {
		return nil
	}
	if err := tk.guard.broken; err != nil {
		return fmt.Errorf("toolkit: what was given to WithSnapshot is no snapshot: %w; write it with toolkittest.Snapshot and go test -update, or with toolkit snapshot", err)
	}
	entries := tk.tools.Load().entries
	definitions := make([]json.RawMessage, len(entries))
	for i, e := range entries {
		definitions[i] = e.listed()
	}
	now, err := snapshot.New(definitions)
	if err != nil {
		return fmt.Errorf("toolkit: %w", err)
	}
	var errs []error
	for _, change := range snapshot.Compare(tk.guard.reviewed, now, snapshot.Options{}) {
		if now.Find(change.Tool) != nil || !tk.isOptional(change.Tool) {
			errs = append(errs, named(change.Tool, changeError(change)))
		}
	}
	if len(errs) == 0 {
		return nil
	}
	return fmt.Errorf("toolkit: the tools are not those of the snapshot that was given with WithSnapshot; review the difference and write the snapshot anew, or run the program that was reviewed:\n%w", errors.Join(errs...))
}

func (tk *Toolkit) isOptional(tool string) bool {
	return tk.optionalTools != nil && (len(tk.optionalTools) == 0 || slices.Contains(tk.optionalTools, tool))
}

// checkReviewed reports how a tool that comes while others are served differs from what was
// reviewed.
func (tk *Toolkit) checkReviewed(e *entry) error {
	if tk.guard == nil || len(tk.servers) == 0 {
		return nil
	}
	now, err := snapshot.New([]json.RawMessage{e.listed()})
	if err != nil {
		return err
	}
	old := &snapshot.Snapshot{}
	if reviewed := tk.guard.reviewed.Find(e.tool.Name); reviewed != nil {
		old.Tools = append(old.Tools, *reviewed)
	}
	var errs []error
	for _, change := range snapshot.Compare(old, now, snapshot.Options{}) {
		errs = append(errs, changeError(change))
	}
	if len(errs) == 0 {
		return nil
	}
	return fmt.Errorf("it is not as it stands in the snapshot that was given with WithSnapshot:\n%w", errors.Join(errs...))
}

// changeError words a change.
func changeError(change snapshot.Change) error {
	text := change.Message
	if change.Path != "" {
		text = change.Path + ": " + text
	}
	return fmt.Errorf("%s (%s)", text, change.Class)
}

// listMembers returns what the toolkit has to say in the _meta of lists of tools.
func (tk *Toolkit) listMembers() map[string]string {
	if tk.guard == nil {
		return nil
	}
	return map[string]string{MetaSnapshot: tk.guard.digest}
}

// listMeta returns the _meta of a list with that added.
func (tk *Toolkit) listMeta(meta mcp.Meta) mcp.Meta {
	members := tk.listMembers()
	if len(members) == 0 {
		return meta
	}
	out := mcp.Meta{}
	maps.Copy(out, meta)
	for name, value := range members {
		out[name] = value
	}
	return out
}
