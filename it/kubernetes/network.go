// SPDX-License-Identifier: EPL-2.0
package main

import (
	"fmt"
	"io"
	"net"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

const (
	// The network of pods that are real processes, and this machine's address in it.
	bridge      = "fleetload0"
	hostAddress = "10.77.0.1"
)

// Makes the bridge, and lets pods reach the API server, which itself listens on the loopback alone.
func openNetwork(apiPort int) (io.Closer, error) {
	// One that an agent left which was killed has nothing on it.
	if left, err := filepath.Glob("/sys/class/net/" + bridge + "/brif/*"); err == nil && len(left) == 0 {
		closeNetwork()
	}
	if err := ip("link", "add", bridge, "type", "bridge"); err != nil {
		return nil, err
	}
	if err := ip("address", "add", hostAddress+"/16", "dev", bridge); err != nil {
		return nil, err
	}
	if err := ip("link", "set", bridge, "up"); err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(hostAddress, strconv.Itoa(apiPort)))
	if err != nil {
		return nil, err
	}
	go func() {
		for {
			from, err := listener.Accept()
			if err != nil {
				return
			}
			go forward(from, net.JoinHostPort("127.0.0.1", strconv.Itoa(apiPort)))
		}
	}()
	return listener, nil
}

func forward(from net.Conn, address string) {
	defer from.Close()
	to, err := net.Dial("tcp", address)
	if err != nil {
		return
	}
	defer to.Close()
	go func() {
		_, _ = io.Copy(to, from)
		to.Close()
	}()
	_, _ = io.Copy(from, to)
}

func closeNetwork() {
	_ = ip("link", "delete", bridge)
}

func ip(arguments ...string) error {
	if said, err := exec.Command("ip", arguments...).CombinedOutput(); err != nil {
		return fmt.Errorf("ip %s: %s", strings.Join(arguments, " "), strings.TrimSpace(string(said)))
	}
	return nil
}

// Gives the pod a network. It lives as long as the process that holds it, as by a
// kubelet's pause container, and leaves no name in /run/netns.
func (p *pod) connect() error {
	holder := exec.Command("sleep", "infinity")
	holder.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWNET, Pdeathsig: syscall.SIGKILL, Setpgid: true,
	}
	if err := holder.Start(); err != nil {
		return err
	}
	p.network = holder
	number := strconv.Itoa(holder.Process.Pid)
	end := "fl" + number
	if err := ip("link", "add", end, "type", "veth", "peer", "name", "eth0", "netns", number); err != nil {
		return err
	}
	if err := ip("link", "set", end, "master", bridge, "up"); err != nil {
		return err
	}
	for _, each := range [][]string{
		{"address", "add", p.ip + "/16", "dev", "eth0"},
		{"link", "set", "eth0", "up"},
		{"link", "set", "lo", "up"},
	} {
		inside := append([]string{"--target", number, "--net", "ip"}, each...)
		if said, err := exec.Command("nsenter", inside...).CombinedOutput(); err != nil {
			return fmt.Errorf("ip %s: %s", strings.Join(each, " "), strings.TrimSpace(string(said)))
		}
	}
	return nil
}

// Ends the pod's network, and with it its end on this machine.
func (p *pod) disconnect() {
	if p.network != nil {
		_ = p.network.Process.Kill()
		_ = p.network.Wait()
	}
}
