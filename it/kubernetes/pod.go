// SPDX-License-Identifier: EPL-2.0
package main

import (
	"context"
	"fmt"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	core "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

const runLabel = "fleetload/run"

// The registries of images that are not processes. Of any other registry, a container is a real process.
const (
	fakeRegistry    = "fake.test/"
	missingRegistry = "missing.test/"
)

// A container of a pod, as a process or as the appearance of one.
type container interface {
	start(ctx context.Context) error
	// Asks it to end, as TERM does.
	stop()
	// Ends it at once.
	kill()
	done() <-chan struct{}
	// The exit code, once it is done.
	code() int
	// The file with what it printed.
	log() string
	// Runs a command in it, and returns the command's exit code.
	exec(ctx context.Context, command []string, streams streams) (int, error)
}

type pod struct {
	agent      *agent
	object     *core.Pod
	node       string
	folder     string
	ip         string
	network    *exec.Cmd
	containers map[string]container
	// Closed when it is to end, within the grace.
	stopped chan struct{}
	once    sync.Once
	grace   int64
	// Closed when nothing of it lives any more.
	over chan struct{}

	// Guards what is below.
	lock     sync.Mutex
	begun    metav1.Time
	isKilled bool
	states   map[string]*state
	// Of its conditions, when each became what it is.
	changes map[core.PodConditionType]core.PodCondition
	// Held while the API is told, or an older status comes after a newer one.
	telling sync.Mutex
}

// What became of a container.
type state struct {
	waiting        core.ContainerStateWaiting
	started, ended metav1.Time
	isReady        bool
}

func newPod(a *agent, object *core.Pod, number int) *pod {
	p := &pod{
		agent: a, object: object, node: object.Spec.NodeName, begun: metav1.Now(),
		folder:     filepath.Join(a.folder, "pods", object.Namespace+"_"+object.Name+"_"+string(object.UID)),
		ip:         fmt.Sprintf("10.77.%d.%d", 1+number/250, 1+number%250),
		containers: map[string]container{}, states: map[string]*state{}, stopped: make(chan struct{}),
		over: make(chan struct{}), changes: map[core.PodConditionType]core.PodCondition{},
	}
	for _, each := range object.Spec.Containers {
		p.states[each.Name] = &state{waiting: core.ContainerStateWaiting{Reason: "ContainerCreating"}}
		if isFake(each) {
			p.containers[each.Name] = newFake(p, each)
		} else {
			p.containers[each.Name] = newProcess(p, each)
		}
	}
	return p
}

func isFake(container core.Container) bool {
	return strings.HasPrefix(container.Image, fakeRegistry)
}

// Lives from the scheduler's choice of a node to the end of the last container, or to the pod's removal.
func (p *pod) live(ctx context.Context) {
	p.tell(ctx)
	if p.starts(ctx) {
		p.run(ctx)
	} else {
		<-p.stopped
		// Some may have started before the one that could not.
		for _, each := range p.containers {
			each.kill()
		}
	}
	p.disconnect()
	close(p.over)
	p.tell(ctx)
	<-p.stopped
	if !p.isDead() {
		p.agent.remove(ctx, p.object)
	}
}

// Starts all containers; says why where one cannot be.
func (p *pod) starts(ctx context.Context) bool {
	if len(p.object.Spec.InitContainers) > 0 {
		return p.waits(ctx, "", "CreateContainerError", "init containers are not known here")
	}
	for _, each := range p.object.Spec.Containers {
		if strings.HasPrefix(each.Image, missingRegistry) {
			p.waits(ctx, each.Name, "ErrImagePull", "there is no image "+each.Image)
			time.Sleep(2 * time.Second)
			return p.waits(ctx, each.Name, "ImagePullBackOff", "Back-off pulling image "+each.Image)
		}
	}
	if err := p.prepare(ctx); err != nil {
		return p.waits(ctx, "", "CreateContainerConfigError", err.Error())
	}
	for _, each := range p.object.Spec.Containers {
		if err := p.containers[each.Name].start(ctx); err != nil {
			return p.waits(ctx, each.Name, "CreateContainerError", err.Error())
		}
		p.note(each.Name, func(s *state) { s.started = metav1.Now() })
	}
	p.tell(ctx)
	return !p.isDead()
}

// Says why a container cannot start, or why all cannot where the name is empty; returns false.
func (p *pod) waits(ctx context.Context, name, reason, message string) bool {
	for _, each := range p.object.Spec.Containers {
		if name == "" || name == each.Name {
			p.note(each.Name, func(s *state) {
				s.waiting = core.ContainerStateWaiting{Reason: reason, Message: message}
			})
		}
	}
	p.tell(ctx)
	return false
}

// Looks after the containers until all are over.
func (p *pod) run(ctx context.Context) {
	var all sync.WaitGroup
	for _, each := range p.object.Spec.Containers {
		all.Add(1)
		go func() {
			defer all.Done()
			p.follow(ctx, each)
		}()
	}
	over := make(chan struct{})
	go func() {
		all.Wait()
		close(over)
	}()
	select {
	case <-over:
		return
	case <-p.stopped:
	}
	for _, each := range p.containers {
		each.stop()
	}
	select {
	case <-over:
	case <-time.After(time.Duration(p.grace) * time.Second):
		for _, each := range p.containers {
			each.kill()
		}
		<-over
	}
}

// Looks after one container until its end.
func (p *pod) follow(ctx context.Context, spec core.Container) {
	running := p.containers[spec.Name]
	probes := time.NewTicker(period(spec))
	defer probes.Stop()
	for isReady := false; ; {
		select {
		case <-running.done():
			p.note(spec.Name, func(s *state) { s.ended, s.isReady = metav1.Now(), false })
			p.tell(ctx)
			return
		case <-probes.C:
			if now := p.answers(spec); now != isReady {
				isReady = now
				p.note(spec.Name, func(s *state) { s.isReady = now })
				p.tell(ctx)
			}
		}
	}
}

// Time between two probes of whether the container is ready.
func period(spec core.Container) time.Duration {
	if probe := spec.ReadinessProbe; probe != nil && probe.PeriodSeconds > 0 && !isFake(spec) {
		return time.Duration(probe.PeriodSeconds) * time.Second
	}
	return time.Second
}

func (p *pod) answers(spec core.Container) bool {
	if spec.ReadinessProbe == nil || spec.ReadinessProbe.HTTPGet == nil || isFake(spec) {
		return true
	}
	probe := spec.ReadinessProbe.HTTPGet
	port := probe.Port.IntValue()
	for _, each := range spec.Ports {
		if each.Name == probe.Port.StrVal {
			port = int(each.ContainerPort)
		}
	}
	client := http.Client{Timeout: time.Second}
	answer, err := client.Get(fmt.Sprintf("http://%s:%d%s", p.ip, port, probe.Path))
	if err != nil {
		return false
	}
	answer.Body.Close()
	return answer.StatusCode < 400
}

func (p *pod) stop(grace int64) {
	p.once.Do(func() {
		p.grace = grace
		close(p.stopped)
	})
}

// Ends everything of it without a word to the API.
func (p *pod) kill() {
	p.lock.Lock()
	p.isKilled = true
	p.lock.Unlock()
	for _, each := range p.containers {
		each.kill()
	}
	p.stop(0)
}

func (p *pod) isDead() bool {
	p.lock.Lock()
	defer p.lock.Unlock()
	return p.isKilled
}

func (p *pod) note(name string, what func(*state)) {
	p.lock.Lock()
	defer p.lock.Unlock()
	what(p.states[name])
}
