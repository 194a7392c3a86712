package bench

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
)

// loopback is one tools/call over TCP, with as many clients as there are connections. Each
// waits for its answer before it calls again.
func loopback(name string, connections int) Comparison {
	return Comparison{name, ways(Peers, func(p Peer) (*Work, error) { return overLoopback(p, connections) })}
}

func overLoopback(p Peer, connections int) (*Work, error) {
	h, err := p.Handler(Names(1))
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	server := &http.Server{Handler: h} //nolint:gosec // the clients are our own
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	var conns []net.Conn
	work := &Work{Close: func() error {
		err := server.Close()
		for _, conn := range conns {
			_ = conn.Close() // the server has done it on its side
		}
		if ended := <-served; !errors.Is(ended, http.ErrServerClosed) {
			err = errors.Join(err, ended)
		}
		return err
	}}
	raw, err := wire(listener.Addr().String())
	if err != nil {
		return nil, errors.Join(err, work.Close())
	}
	for range connections {
		conn, err := net.Dial("tcp", listener.Addr().String())
		if err != nil {
			return nil, errors.Join(err, work.Close())
		}
		conns = append(conns, conn)
		c := &client{conn, bufio.NewReader(conn), raw}
		work.Do = append(work.Do, c.call)
	}
	return work, nil
}

// wire returns the bytes of the call.
func wire(host string) ([]byte, error) {
	r, err := http.NewRequest(http.MethodPost, "http://"+host+"/mcp", bytes.NewReader([]byte(CallBody)))
	if err != nil {
		return nil, err
	}
	r.Header = Header("tools/call", ToolName)
	var b bytes.Buffer
	err = r.Write(&b)
	return b.Bytes(), err
}

// A client makes the same call again and again over one connection. It does as little as it
// can, since it shares the processors with the server.
type client struct {
	conn    net.Conn
	answers *bufio.Reader
	request []byte
}

func (c *client) call() error {
	if _, err := c.conn.Write(c.request); err != nil {
		return err
	}
	r, err := http.ReadResponse(c.answers, nil)
	if err != nil {
		return err
	}
	n, err := io.Copy(io.Discard, r.Body)
	if err != nil {
		return err
	}
	if r.StatusCode != http.StatusOK || n == 0 {
		return fmt.Errorf("status %d with %d bytes", r.StatusCode, n)
	}
	return nil
}
