// SPDX-License-Identifier: EPL-2.0
package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"time"

	"k8s.io/cri-streaming/pkg/streaming/remotecommand"
	utilexec "k8s.io/utils/exec"
)

// The standard streams of a command that is run in a container.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

func (s streams) run(command *exec.Cmd) (int, error) {
	command.Stdout, command.Stderr, command.Stdin = s.out, s.err, s.in
	err := command.Run()
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		return ended.ExitCode(), nil
	}
	return 0, err
}

// Serves the API server's questions to a node: logs, and commands in containers. All nodes share the port.
func (a *agent) serve() (int32, error) {
	certificate, err := agentCertificate(a.folder)
	if err != nil {
		return 0, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	paths := http.NewServeMux()
	paths.HandleFunc("GET /containerLogs/{namespace}/{pod}/{container}", a.serveLog)
	paths.HandleFunc("/exec/{namespace}/{pod}/{container}", a.serveExec)
	server := &http.Server{Handler: paths, TLSConfig: &tls.Config{
		Certificates: []tls.Certificate{certificate}, NextProtos: []string{"http/1.1"},
	}}
	go server.ServeTLS(listener, "", "")
	return int32(listener.Addr().(*net.TCPAddr).Port), nil
}

func (a *agent) asked(w http.ResponseWriter, r *http.Request) container {
	p := a.find(r.PathValue("namespace"), r.PathValue("pod"))
	if p == nil || p.containers[r.PathValue("container")] == nil {
		http.Error(w, "no such container", http.StatusNotFound)
		return nil
	}
	if a.isDead(p.node) {
		// A dead node does not even refuse.
		<-r.Context().Done()
		return nil
	}
	return p.containers[r.PathValue("container")]
}

func (a *agent) serveLog(w http.ResponseWriter, r *http.Request) {
	of := a.asked(w, r)
	if of == nil {
		return
	}
	file, err := os.Open(of.log())
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	defer file.Close()
	if tail, err := strconv.Atoi(r.FormValue("tailLines")); err == nil {
		if err := toTail(file, tail); err != nil {
			return
		}
	}
	w.Header().Set("Transfer-Encoding", "chunked")
	flusher := w.(http.Flusher)
	for follow := r.FormValue("follow") == "true"; ; {
		over := false
		select {
		case <-of.done():
			over = true
		default:
		}
		n, err := io.Copy(w, file)
		if err != nil {
			return
		}
		if n > 0 {
			flusher.Flush()
		}
		if !follow || over {
			return
		}
		select {
		case <-r.Context().Done():
			return
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// Moves a file to the begin of its last lines.
func toTail(file *os.File, lines int) error {
	var begins []int64
	at := int64(0)
	in := bufio.NewReader(file)
	for {
		line, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			begins = append(begins, at)
		}
		at += int64(len(line))
		if err != nil {
			break
		}
	}
	if len(begins) > lines {
		at = begins[len(begins)-lines]
	} else {
		at = 0
	}
	_, err := file.Seek(at, io.SeekStart)
	return err
}

func (a *agent) serveExec(w http.ResponseWriter, r *http.Request) {
	of := a.asked(w, r)
	if of == nil {
		return
	}
	if err := r.ParseForm(); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	wanted, err := remotecommand.NewOptions(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	remotecommand.ServeExec(w, r, executor{of}, r.PathValue("pod"), "", r.PathValue("container"), r.Form["command"],
		wanted, 4*time.Hour, 30*time.Second, remotecommand.SupportedStreamingProtocols)
}

// Runs commands for the library that speaks the protocols of exec.
type executor struct {
	container container
}

func (e executor) ExecInContainer(ctx context.Context, _, _, _ string, command []string, in io.Reader,
	out, err io.WriteCloser, _ bool, _ <-chan remotecommand.TerminalSize, _ time.Duration) error {
	s := streams{in: in}
	if out != nil {
		s.out = out
	}
	if err != nil {
		s.err = err
	}
	code, failure := e.container.exec(ctx, command, s)
	if failure != nil {
		return failure
	}
	if code != 0 {
		return utilexec.CodeExitError{Err: fmt.Errorf("exit code %d", code), Code: code}
	}
	return nil
}
