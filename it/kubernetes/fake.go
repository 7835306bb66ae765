// SPDX-License-Identifier: EPL-2.0
package main

import (
	"archive/zip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

const (
	backend = "backend-simulator"
	devices = "device-simulator"
	// The container beside a backend that only keeps what it left; see PodCommands of module tool.
	keeper = "keep"
)

// A container that is no process: it writes a line a second, and ends after a time.
type fake struct {
	pod     *pod
	name    string
	does    behavior
	ends    chan struct{}
	once    sync.Once
	exit    int
	written *os.File
}

// What a fake container does. It is in the file of --fakes, by the container's name, read again for each pod; and
// in annotations of its pod, which go before: device-simulator.fake/seconds, and so on; "lines" there are one.
type behavior struct {
	// How long it lives; 1 where nothing is given. A backend lives until the shards of its run are over too.
	Seconds int `json:"seconds"`
	// Its exit code.
	Code int `json:"code"`
	// Its log, a line a second, the last again and again: by default what the tool of this name tells with
	// --json. {second} is the second that it lives, {left} how many are left, {index} the pod's in its Job.
	Lines []string `json:"lines"`
	// A folder that it has in place of its results, or a file to send in place of the zip; with {index} too.
	Results string `json:"results"`
}

const flow = `"flows":{"telemetry":{"asked":20.0,"reached":20.0,"failed":0,"inFlight":0,"p99Ms":5.0}}`

var told = map[string][]string{
	devices: {
		`{"event":"ready","tool":"device-simulator"}`,
		`{"event":"progress","tool":"device-simulator","phase":"measure","secondsLeft":{left},` + flow +
			`,"devices":{"asked":20,"connected":20,"confirmed":{second},"lagLimitMs":50.0}}`,
	},
	backend: {
		`{"event":"ready","tool":"backend-simulator"}`,
		`{"event":"progress","tool":"backend-simulator","phase":"receive",` + flow +
			`,"receipts":{"first":{second},"duplicate":0,"outOfOrder":0}}`,
	},
	"provisioning": {
		`{"event":"work","tool":"provisioning","what":"devices","done":{second},"of":{second},"perSecond":1.0}`,
	},
}

func newFake(p *pod, spec core.Container) *fake {
	return &fake{pod: p, name: spec.Name, ends: make(chan struct{})}
}

func (f *fake) start(context.Context) error {
	var err error
	if f.does, err = f.behavior(); err != nil {
		return err
	}
	if f.written, err = os.Create(f.log()); err != nil {
		return err
	}
	if f.name != keeper {
		go f.live()
	}
	return nil
}

func (f *fake) behavior() (behavior, error) {
	does := behavior{Seconds: 1, Lines: told[f.name]}
	if file := f.pod.agent.fakes; file != "" {
		content, err := os.ReadFile(file)
		if err != nil {
			return does, err
		}
		given := map[string]json.RawMessage{}
		if err := json.Unmarshal(content, &given); err != nil {
			return does, fmt.Errorf("%s: %w", file, err)
		}
		if of := given[f.name]; of != nil {
			if err := json.Unmarshal(of, &does); err != nil {
				return does, fmt.Errorf("%s: %s: %w", file, f.name, err)
			}
		}
	}
	annotated := func(name string) string { return f.pod.object.Annotations[f.name+".fake/"+name] }
	var err error
	if value := annotated("seconds"); value != "" && err == nil {
		does.Seconds, err = strconv.Atoi(value)
	}
	if value := annotated("code"); value != "" && err == nil {
		does.Code, err = strconv.Atoi(value)
	}
	if value := annotated("lines"); value != "" {
		does.Lines = []string{value}
	}
	if value := annotated("results"); value != "" {
		does.Results = value
	}
	does.Results = strings.ReplaceAll(does.Results, "{index}", f.index())
	return does, err
}

// The pod's number in an indexed Job.
func (f *fake) index() string {
	return f.pod.object.Annotations[batch.JobCompletionIndexAnnotation]
}

func (f *fake) live() {
	seconds := time.NewTicker(time.Second)
	defer seconds.Stop()
	for second := 1; ; second++ {
		if lines := f.does.Lines; len(lines) > 0 {
			line := lines[min(second, len(lines))-1]
			fmt.Fprintln(f.written, strings.NewReplacer("{second}", strconv.Itoa(second),
				"{left}", strconv.Itoa(max(0, f.does.Seconds-second)), "{index}", f.index()).Replace(line))
		}
		select {
		case <-f.ends:
			return
		case <-seconds.C:
		}
		if second >= f.does.Seconds && !f.awaitsShards() {
			f.finish(f.does.Code)
			return
		}
	}
}

// Whether it is a backend whose shards are not over: it has its verdict when all have given it their books.
func (f *fake) awaitsShards() bool {
	run := f.pod.object.Labels[runLabel]
	if f.name != backend || run == "" {
		return false
	}
	jobs, err := f.pod.agent.client.BatchV1().Jobs(f.pod.object.Namespace).List(
		context.Background(), metav1.ListOptions{LabelSelector: runLabel + "=" + run})
	if err != nil {
		// Without an API nothing is known of them.
		return true
	}
	for _, each := range jobs.Items {
		if each.Spec.Template.Spec.Containers[0].Name == devices {
			return !slices.ContainsFunc(each.Status.Conditions, func(is batch.JobCondition) bool {
				return is.Type == batch.JobComplete || is.Type == batch.JobFailed
			})
		}
	}
	return true
}

func (f *fake) finish(code int) {
	f.once.Do(func() {
		f.exit = code
		close(f.ends)
		if f.written != nil {
			f.written.Close()
		}
	})
}

func (f *fake) stop()                 { f.finish(143) }
func (f *fake) kill()                 { f.finish(137) }
func (f *fake) done() <-chan struct{} { return f.ends }
func (f *fake) code() int             { return f.exit }
func (f *fake) log() string           { return filepath.Join(f.pod.folder, f.name+".log") }

// Does what PodCommands of module tool does: zip DIRECTORY BYTE, stop PROCESS.
func (f *fake) exec(_ context.Context, command []string, s streams) (int, error) {
	if slices.Contains(command, "stop") {
		f.finish(130)
		return 0, nil
	}
	if !slices.Contains(command, "zip") {
		fmt.Fprintln(s.err, "a fake container knows zip and stop alone")
		return 127, nil
	}
	from, err := strconv.ParseInt(command[len(command)-1], 10, 64)
	if err != nil {
		return 1, err
	}
	return 0, f.zip(&remainder{s.out, from})
}

// Passes on what comes from a byte on.
type remainder struct {
	out  io.Writer
	left int64
}

func (r *remainder) Write(bytes []byte) (int, error) {
	skipped := min(r.left, int64(len(bytes)))
	r.left -= skipped
	_, err := r.out.Write(bytes[skipped:])
	return len(bytes), err
}

func (f *fake) zip(out io.Writer) error {
	results := ""
	for _, each := range f.pod.containers {
		if of, ok := each.(*fake); ok && of.does.Results != "" {
			results = of.does.Results
		}
	}
	archive := zip.NewWriter(out)
	if results == "" {
		return archive.Close()
	}
	info, err := os.Stat(results)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		file, err := os.Open(results)
		if err != nil {
			return err
		}
		defer file.Close()
		_, err = io.Copy(out, file)
		return err
	}
	// Files alone, as PodCommands does.
	files := os.DirFS(results)
	err = fs.WalkDir(files, ".", func(name string, each fs.DirEntry, err error) error {
		if err != nil || each.IsDir() {
			return err
		}
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		entry, err := archive.Create(name)
		if err != nil {
			return err
		}
		_, err = entry.Write(content)
		return err
	})
	if err != nil {
		return err
	}
	return archive.Close()
}
