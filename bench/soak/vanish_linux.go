package main

import (
	"errors"
	"net"
	"syscall"
)

// tcpRepair is TCP_REPAIR of linux/tcp.h, which package syscall does not have.
const tcpRepair = 19

// vanish closes a connection without a word to the other side, as a machine does that loses its
// power. The kernel allows it to those who administer the network.
func vanish(conn *net.TCPConn) error {
	raw, err := conn.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = raw.Control(func(fd uintptr) {
		failed = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, tcpRepair, 1)
	})
	return errors.Join(err, failed, conn.Close())
}
