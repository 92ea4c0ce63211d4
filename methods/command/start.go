package command

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"os"
	"path/filepath"
	"runtime"

	"gpcbench/methods/command/child"
	"gpcbench/methods/command/wire"
	"gpcbench/methods/method"
)

// start starts the program with the wire that the options ask for.
func (s *session) start(ctx context.Context) error {
	argv, err := s.resolved()
	if err != nil {
		return err
	}
	if s.isFolder(argv[0]) {
		return failf(Install, "%s cannot be started: it is a folder: begin run with the program in it", s.c.Run[0])
	}
	if s.isInput(argv[0]) {
		argv[0] = filepath.Join(s.o.Folder, argv[0])
	}
	options := child.Options{Command: argv, Folder: s.o.Folder, Env: s.environment(), Log: s.log, Processors: s.processors(), Memory: s.c.memory(s.o)}
	if s.c.Socket || runtime.GOOS == "windows" {
		return s.startWithSocket(ctx, options)
	}
	return s.startWithPipes(ctx, options)
}

// startWithPipes lets the program inherit the ends of two pipes, and takes away its
// network.
func (s *session) startWithPipes(ctx context.Context, options child.Options) error {
	theirIn, ours, err := os.Pipe()
	if err != nil {
		return err
	}
	back, theirOut, err := os.Pipe()
	if err != nil {
		theirIn.Close()
		ours.Close()
		return err
	}
	s.ends = append(s.ends, ours, back)
	options.Files, options.Offline = []*os.File{theirIn, theirOut}, true
	s.proc, err = child.Start(options)
	theirIn.Close()
	theirOut.Close()
	if err != nil {
		return cannotStart(s.c.Run[0], options.Command[0], err)
	}
	s.conn = wire.NewConn(back, ours)
	s.follow(ctx)
	return nil
}

// startWithSocket lets the program connect to a local socket, with a token that nobody else has.
func (s *session) startWithSocket(ctx context.Context, options child.Options) error {
	var secret [16]byte
	rand.Read(secret[:])
	token := hex.EncodeToString(secret[:])
	l, err := wire.Listen(token)
	if err != nil {
		return err
	}
	defer l.Close()
	options.Env = append(options.Env, "GPCBENCH_SOCKET="+l.Address(), "GPCBENCH_TOKEN="+token)
	if s.proc, err = child.Start(options); err != nil {
		return cannotStart(s.c.Run[0], options.Command[0], err)
	}
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		select {
		case <-s.proc.Exited():
			l.Close()
		case <-ctx.Done():
			l.Close()
		case <-stop:
		}
	}()
	conn, err := l.Accept(s.deadline(ctx, s.c.wait()))
	if err != nil {
		return s.failed(ctx, err, "its connection to the socket", true)
	}
	s.ends = append(s.ends, conn)
	s.conn = wire.NewConn(conn, conn)
	s.follow(ctx)
	return nil
}

// processors is the number that the program may use, 0 for all.
func (s *session) processors() int {
	if !s.o.Pinned {
		return 0
	}
	return max(1, s.o.Threads)
}

// memory is the limit in bytes, 0 without one.
func (c *Config) memory(o method.Outside) int64 {
	if c.MemoryGB > 0 {
		return int64(min(c.MemoryGB, endless) * 1e9)
	}
	return o.Memory
}
