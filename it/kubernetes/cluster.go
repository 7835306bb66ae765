// SPDX-License-Identifier: EPL-2.0
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"k8s.io/client-go/kubernetes"
)

type options struct {
	folder    string
	etcd      string
	nodes     int
	cpu       string
	memory    string
	nodeGrace time.Duration
	fakes     string
	java      string
	apps      string
	real      bool
}

func parse(arguments []string) (o options, err error) {
	flags := flag.NewFlagSet("cluster", flag.ContinueOnError)
	flags.StringVar(&o.folder, "folder", "", "where everything of this cluster lies; a new folder")
	flags.StringVar(&o.etcd, "etcd", "etcd", "the program of etcd")
	flags.IntVar(&o.nodes, "nodes", 4, "nodes, named node-1 and so on")
	flags.StringVar(&o.cpu, "cpu", "64", "processors of each node")
	flags.StringVar(&o.memory, "memory", "256Gi", "memory of each node")
	// The default is that of Kubernetes.
	flags.DurationVar(&o.nodeGrace, "node-grace", 50*time.Second, "a node is not ready when it was silent so long")
	flags.StringVar(&o.fakes, "fakes", "", "file that says what fake containers do; see fake.go")
	flags.StringVar(&o.java, "java", "", "home of the java that real containers have at /java")
	flags.StringVar(&o.apps, "apps", "", "folder that real containers have at /app")
	flags.BoolVar(&o.real, "real", false, "also runs real processes, in namespaces of their own; needs root")
	if err = flags.Parse(arguments); err != nil {
		return o, err
	}
	if o.folder == "" {
		return o, fmt.Errorf("--folder: give a new folder")
	}
	if o.real && (o.java == "" || o.apps == "") {
		return o, fmt.Errorf("--real: give --java and --apps too")
	}
	// The API server takes a path relative to its own place for some of its files.
	o.folder, err = filepath.Abs(o.folder)
	return o, err
}

// Runs a cluster until standard input is closed or a signal comes. The first line on standard output says where
// the configurations for kubectl lie. Lines on standard input make it misbehave: see obey.
func cluster(arguments []string) error {
	o, err := parse(arguments)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.folder, 0o755); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	defer stop()
	// Read from the begin, so that a parent that is gone ends a start too.
	lines := make(chan string)
	go func() {
		defer stop()
		for in := bufio.NewScanner(os.Stdin); in.Scan(); {
			lines <- in.Text()
		}
	}()
	c := &control{options: o}
	defer c.end()
	if err := c.start(ctx); err != nil {
		return err
	}
	client, err := kubernetes.NewForConfig(c.admin())
	if err != nil {
		return err
	}
	a, err := newAgent(o, client, c.port)
	if err != nil {
		return err
	}
	defer a.end()
	if err := a.start(ctx); err != nil {
		return err
	}
	ready, err := json.Marshal(map[string]any{
		"ready": true, "kubeconfig": c.in("admin.kubeconfig"), "host": hostAddress,
	})
	if err != nil {
		return err
	}
	fmt.Println(string(ready))
	for {
		select {
		case <-ctx.Done():
			return nil
		case line := <-lines:
			fmt.Println(obey(ctx, c, a, line))
		}
	}
}

// Does what a line of a test asks for, and answers with one line.
//
//	die NODE      the node says nothing any more, and its containers are gone
//	api off|on    the API server ends, or comes back
//	refuse COUNT  so many requests of users to make an object are refused for now
//	cut BYTES...  the next commands of users in pods each lose their connection after so many bytes
func obey(ctx context.Context, c *control, a *agent, line string) string {
	words := strings.Fields(line)
	var err error
	switch {
	case len(words) == 2 && words[0] == "die":
		err = a.die(words[1])
	case len(words) == 2 && words[0] == "refuse":
		err = c.front.refuse(words[1])
	case len(words) > 1 && words[0] == "cut":
		err = c.front.cut(words[1:])
	case line == "api off":
		c.stop("kube-apiserver")
	case line == "api on":
		err = c.startAPI(ctx)
	default:
		err = fmt.Errorf("unknown: %s", line)
	}
	if err != nil {
		return "failed: " + err.Error()
	}
	return "done: " + line
}
