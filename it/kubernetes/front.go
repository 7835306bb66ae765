// SPDX-License-Identifier: EPL-2.0
package main

import (
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
)

// A proxy that the users of a test reach the API server through. It refuses as an API server does that has too
// much to do, and loses connections as a network does.
type front struct {
	address string
	// So many requests that make an object are still to be refused.
	refusals atomic.Int64
	lock     sync.Mutex
	// After so many bytes each of the next commands in pods loses its connection.
	cuts []int64
}

func newFront(folder, api string) (*front, error) {
	certificate, err := agentCertificate(folder)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	to, err := url.Parse(api)
	if err != nil {
		return nil, err
	}
	proxy := httputil.NewSingleHostReverseProxy(to)
	proxy.FlushInterval = -1
	proxy.Transport = &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
	proxy.ErrorHandler = func(http.ResponseWriter, *http.Request, error) {
		// As if there were no proxy: the connection ends.
		panic(http.ErrAbortHandler)
	}
	f := &front{address: "https://" + listener.Addr().String()}
	proxy.ModifyResponse = func(answer *http.Response) error {
		// Of what a user asks for, commands in pods alone change the protocol.
		if answer.StatusCode == http.StatusSwitchingProtocols {
			answer.Body = f.cutBody(answer.Body.(io.ReadWriteCloser))
		}
		return nil
	}
	server := &http.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost && f.refusals.Add(-1) >= 0 {
				refuse(w)
				return
			}
			proxy.ServeHTTP(w, r)
		}),
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{certificate}},
	}
	go server.ServeTLS(listener, "", "")
	return f, nil
}

// The answer of an API server that limits its requests.
func refuse(w http.ResponseWriter) {
	w.Header().Set("Retry-After", "1")
	http.Error(w, "Too many requests, please try again later.", http.StatusTooManyRequests)
}

// Has the next requests that make an object refused.
func (f *front) refuse(count string) error {
	number, err := strconv.ParseInt(count, 10, 64)
	if err != nil {
		return fmt.Errorf("give a number of requests: %w", err)
	}
	f.refusals.Store(number)
	return nil
}

// Has the next commands in pods lose their connections, each after that many bytes of what it writes.
func (f *front) cut(counts []string) error {
	var cuts []int64
	for _, each := range counts {
		number, err := strconv.ParseInt(each, 10, 64)
		if err != nil {
			return fmt.Errorf("give numbers of bytes: %w", err)
		}
		cuts = append(cuts, number)
	}
	f.lock.Lock()
	defer f.lock.Unlock()
	f.cuts = cuts
	return nil
}

func (f *front) cutBody(body io.ReadWriteCloser) io.ReadWriteCloser {
	f.lock.Lock()
	defer f.lock.Unlock()
	if len(f.cuts) == 0 {
		return body
	}
	left := f.cuts[0]
	f.cuts = f.cuts[1:]
	return &cutBody{body, left}
}

// A connection that is lost after so many bytes.
type cutBody struct {
	io.ReadWriteCloser
	left int64
}

func (c *cutBody) Read(bytes []byte) (int, error) {
	if c.left <= 0 {
		return 0, io.ErrUnexpectedEOF
	}
	n, err := c.ReadWriteCloser.Read(bytes[:min(int64(len(bytes)), c.left)])
	c.left -= int64(n)
	return n, err
}
