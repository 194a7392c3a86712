//go:build !linux

package main

import (
	"errors"
	"net"
)

// vanish closes a connection. Only Linux can do so without a word to the other side.
func vanish(conn *net.TCPConn) error { return errors.Join(errors.ErrUnsupported, conn.Close()) }
