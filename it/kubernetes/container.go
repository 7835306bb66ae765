// SPDX-License-Identifier: EPL-2.0
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// The start of a container, for the program that becomes it.
type start struct {
	Root string
	// The process that holds the pod's network.
	Network     int
	Mounts      []mount
	ReadOnly    bool
	Command     []string
	Environment []string
	User        int
}

// A folder or file of this machine that a container has.
type mount struct {
	From, To string
	ReadOnly bool
}

// Becomes a container: it gets a root of its own, the pod's network and an ordinary user. What it is comes on
// standard input.
func startContainer() error {
	// Namespaces and the user are the thread's.
	runtime.LockOSThread()
	var what start
	if err := json.NewDecoder(os.Stdin).Decode(&what); err != nil {
		return err
	}
	// The numbers in /proc are still those of this machine.
	network, err := os.Open(fmt.Sprintf("/proc/%d/ns/net", what.Network))
	if err != nil {
		return err
	}
	if err := unix.Setns(int(network.Fd()), unix.CLONE_NEWNET); err != nil {
		return fmt.Errorf("network: %w", err)
	}
	if err := what.root(); err != nil {
		return fmt.Errorf("root: %w", err)
	}
	none, err := os.Open("/dev/null")
	if err != nil {
		return err
	}
	if err := unix.Dup2(int(none.Fd()), 0); err != nil {
		return err
	}
	if err := syscall.Setgroups([]int{what.User}); err != nil {
		return err
	}
	if err := syscall.Setgid(what.User); err != nil {
		return err
	}
	if err := syscall.Setuid(what.User); err != nil {
		return err
	}
	// The change of the user took away that it ends with the agent.
	if err := unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0); err != nil {
		return err
	}
	if err := unix.Exec(what.Command[0], what.Command, what.Environment); err != nil {
		return fmt.Errorf("%s: %w", what.Command[0], err)
	}
	return nil
}

// Makes the root. Nothing of it is seen outside, and it is gone with the container.
func (s start) root() error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return err
	}
	if err := unix.Mount("tmpfs", s.Root, "tmpfs", 0, "mode=755"); err != nil {
		return err
	}
	for _, each := range []string{"/usr", "/lib", "/lib64", "/etc", "/dev"} {
		// What java needs of this machine.
		if err := s.bind(mount{From: each, To: each, ReadOnly: each != "/dev"}); err != nil {
			return fmt.Errorf("%s: %w", each, err)
		}
	}
	for _, each := range []string{"/proc", "/tmp"} {
		if err := os.Mkdir(s.Root+each, 0o777); err != nil {
			return err
		}
	}
	if err := os.Chmod(s.Root+"/tmp", 0o777); err != nil {
		return err
	}
	for _, each := range s.Mounts {
		if err := s.bind(each); err != nil {
			return fmt.Errorf("%s: %w", each.To, err)
		}
	}
	if err := unix.Mount("proc", s.Root+"/proc", "proc", 0, ""); err != nil {
		return fmt.Errorf("/proc: %w", err)
	}
	if s.ReadOnly {
		if err := unix.Mount("", s.Root, "", unix.MS_REMOUNT|unix.MS_RDONLY, ""); err != nil {
			return err
		}
	}
	if err := unix.Chroot(s.Root); err != nil {
		return err
	}
	// The images' working directory.
	return os.Chdir("/tmp")
}

func (s start) bind(what mount) error {
	to := filepath.Join(s.Root, what.To)
	info, err := os.Lstat(what.From)
	if err != nil {
		return err
	}
	if info.Mode()&os.ModeSymlink != 0 && what.From == what.To {
		// Such as /lib, which is in /usr.
		target, err := os.Readlink(what.From)
		if err != nil {
			return err
		}
		return os.Symlink(target, to)
	}
	if info.IsDir() || info.Mode()&os.ModeSymlink != 0 {
		err = os.MkdirAll(to, 0o755)
	} else if err = os.MkdirAll(filepath.Dir(to), 0o755); err == nil {
		err = os.WriteFile(to, nil, 0o644)
	}
	if err != nil {
		return err
	}
	if err := unix.Mount(what.From, to, "", unix.MS_BIND, ""); err != nil {
		return err
	}
	if what.ReadOnly {
		return unix.Mount("", to, "", unix.MS_BIND|unix.MS_REMOUNT|unix.MS_RDONLY, "")
	}
	return nil
}
