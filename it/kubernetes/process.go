// SPDX-License-Identifier: EPL-2.0
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
	core "k8s.io/api/core/v1"
	"k8s.io/kubernetes/third_party/forked/golang/expansion"
)

const (
	// The part of this program that becomes a container.
	containerStart = "container-start"
	java           = "/java/bin/java"
	// The user of the tools' images, and their group.
	user = 10001
)

// A container as a process with a root, a network and process numbers of its own.
type process struct {
	pod         *pod
	spec        core.Container
	mounts      []mount
	environment []string
	lock        sync.Mutex
	running     *exec.Cmd
	isKilled    bool
	ends        chan struct{}
	exit        int
}

func newProcess(p *pod, spec core.Container) *process {
	return &process{pod: p, spec: spec, ends: make(chan struct{})}
}

func (c *process) start(ctx context.Context) error {
	if !c.pod.agent.real {
		return fmt.Errorf("image %s is a real process; start the cluster with --real", c.spec.Image)
	}
	variables, err := c.variables(ctx)
	if err != nil {
		return err
	}
	for name, value := range variables {
		c.environment = append(c.environment, name+"="+value)
	}
	what := start{
		Root: filepath.Join(c.pod.folder, c.spec.Name), Network: c.pod.network.Process.Pid, User: user,
		Environment: c.environment, Mounts: c.mounts, Command: c.command(variables),
	}
	if c.spec.SecurityContext != nil && c.spec.SecurityContext.ReadOnlyRootFilesystem != nil {
		what.ReadOnly = *c.spec.SecurityContext.ReadOnlyRootFilesystem
	}
	if err := os.MkdirAll(what.Root, 0o755); err != nil {
		return err
	}
	content, err := json.Marshal(what)
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	log, err := os.Create(c.log())
	if err != nil {
		return err
	}
	defer log.Close()
	command := exec.Command(self, containerStart)
	command.Stdin, command.Stdout, command.Stderr = bytes.NewReader(content), log, log
	command.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: unix.CLONE_NEWNS | unix.CLONE_NEWPID, Pdeathsig: syscall.SIGKILL, Setpgid: true,
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.isKilled {
		return fmt.Errorf("its pod is gone")
	}
	if err := command.Start(); err != nil {
		return err
	}
	c.running = command
	go func() {
		_ = command.Wait()
		c.exit = exitCode(command.ProcessState)
		close(c.ends)
	}()
	return nil
}

// What it runs: that of the pod, or what the image says where the pod does not, which is a tool's jar.
func (c *process) command(variables map[string]string) []string {
	command := slices.Clone(c.spec.Command)
	if len(command) == 0 {
		image := c.spec.Image[strings.LastIndex(c.spec.Image, "/")+1:]
		tool := image[:strings.IndexAny(image+":", ":@")]
		command = []string{java, "-jar", "/app/" + tool + ".jar"}
	}
	command = append(command, c.spec.Args...)
	for i := range command {
		command[i] = expansion.Expand(command[i], expansion.MappingFuncFor(variables))
	}
	if limit := c.spec.Resources.Limits.Memory(); command[0] == java && !limit.IsZero() {
		// There is no control group here from which java would know what memory it has.
		command = slices.Insert(command, 1, "-XX:MaxRAM="+strconv.FormatInt(limit.Value(), 10))
	}
	return command
}

func exitCode(state *os.ProcessState) int {
	if status := state.Sys().(syscall.WaitStatus); status.Signaled() {
		return 128 + int(status.Signal())
	}
	return state.ExitCode()
}

func (c *process) signal(which syscall.Signal) {
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.running != nil {
		_ = c.running.Process.Signal(which)
	}
}

func (c *process) stop() { c.signal(syscall.SIGTERM) }

func (c *process) kill() {
	c.lock.Lock()
	c.isKilled = true
	c.lock.Unlock()
	c.signal(syscall.SIGKILL)
}

func (c *process) done() <-chan struct{} { return c.ends }
func (c *process) code() int             { return c.exit }
func (c *process) log() string           { return filepath.Join(c.pod.folder, c.spec.Name+".log") }

func (c *process) exec(ctx context.Context, command []string, s streams) (int, error) {
	c.lock.Lock()
	running := c.running
	c.lock.Unlock()
	if running == nil {
		return 0, fmt.Errorf("the container is not running")
	}
	// A relative --wd would be of this machine, so it is that of the container's process.
	inside := []string{"--target", strconv.Itoa(running.Process.Pid), "--mount", "--pid", "--net", "--root", "--wd",
		"--setuid", strconv.Itoa(user), "--setgid", strconv.Itoa(user), "--"}
	entered := exec.CommandContext(ctx, "nsenter", append(inside, command...)...)
	entered.Env = c.environment
	return s.run(entered)
}
