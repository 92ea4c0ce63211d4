package wire

import (
	"net"
	"time"
)

// Listener waits on the loopback interface for one connection with the token.
type Listener struct {
	l     *net.TCPListener
	token string
}

// Listen opens a socket that only this host can reach.
func Listen(token string) (*Listener, error) {
	l, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		return nil, err
	}
	return &Listener{l, token}, nil
}

// Address is what a method connects to.
func (l *Listener) Address() string { return l.l.Addr().String() }

// Close ends the wait.
func (l *Listener) Close() error { return l.l.Close() }

// tokenPatience is how long a connection may take to send its token.
const tokenPatience = 10 * time.Second

// Accept returns the first connection whose first line has the token. Others are closed.
func (l *Listener) Accept(by time.Time) (*net.TCPConn, error) {
	if err := l.l.SetDeadline(by); err != nil {
		return nil, err
	}
	for {
		conn, err := l.l.AcceptTCP()
		if err != nil {
			if netErr, ok := err.(net.Error); ok && netErr.Timeout() {
				err = ErrTimeout
			}
			return nil, err
		}
		first := time.Now().Add(tokenPatience)
		if by.Before(first) {
			first = by
		}
		if m, err := NewConn(conn, conn).Receive(first); err == nil && m.Type == TypeToken && m.Token == l.token {
			return conn, nil
		}
		conn.Close()
	}
}
