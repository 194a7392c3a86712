package toolkit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Run serves stdin and stdout until ctx ends or stdin is closed, and returns nil then.
// Nothing else may be written to stdout meanwhile. The error is that of [Toolkit.Err], or
// says why the connection broke (specification, basic/transports, "stdio").
func (tk *Toolkit) Run(ctx context.Context) error {
	srv, err := tk.sdkServer()
	if err != nil {
		return err
	}
	session, err := srv.Connect(ctx, &mcp.StdioTransport{}, nil)
	if err != nil {
		return fmt.Errorf("toolkit: serving stdio: %w", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- session.Wait() }()
	select {
	case err = <-ended:
	case <-ctx.Done():
		_ = session.Close() // the end was asked for
		<-ended
		return nil
	}
	if err == nil || errors.Is(err, io.EOF) || errors.Is(err, mcp.ErrConnectionClosed) {
		return nil
	}
	return fmt.Errorf("toolkit: serving stdio: %w", err)
}

// sdkLogger passes on what the SDK warns of. Its lines for each session and request are
// dropped.
func sdkLogger(logger *slog.Logger) *slog.Logger {
	return slog.New(&warnings{logger.Handler()})
}

// warnings is a handler that begins at slog.LevelWarn.
type warnings struct{ slog.Handler }

func (h *warnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && h.Handler.Enabled(ctx, level)
}

func (h *warnings) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &warnings{h.Handler.WithAttrs(attrs)}
}

func (h *warnings) WithGroup(name string) slog.Handler { return &warnings{h.Handler.WithGroup(name)} }
