// SPDX-License-Identifier: EPL-2.0
package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/clientcmd/api"
)

// The processes of the control plane.
type control struct {
	options
	port      int
	etcdPort  int
	front     *front
	processes map[string]*part
}

type part struct {
	command *exec.Cmd
	ended   chan struct{}
}

func (c *control) start(ctx context.Context) error {
	c.processes = map[string]*part{}
	ports, err := freePorts(5)
	if err != nil {
		return err
	}
	c.port, c.etcdPort = ports[0], ports[1]
	if err := writeKeys(c.folder); err != nil {
		return err
	}
	if c.front, err = newFront(c.folder, c.address()); err != nil {
		return err
	}
	if err := c.writeUsers(); err != nil {
		return err
	}
	etcd := fmt.Sprintf("http://127.0.0.1:%d", c.etcdPort)
	peer := fmt.Sprintf("http://127.0.0.1:%d", ports[2])
	if err := c.run("etcd", c.etcd, "--data-dir="+c.in("etcd"), "--listen-client-urls="+etcd,
		"--advertise-client-urls="+etcd, "--listen-peer-urls="+peer, "--initial-advertise-peer-urls="+peer,
		"--initial-cluster=default="+peer, "--quota-backend-bytes=2147483648"); err != nil {
		return err
	}
	if err := c.startAPI(ctx); err != nil {
		return err
	}
	if err := c.run("kube-controller-manager", "", "--kubeconfig="+c.in("admin.kubeconfig"),
		fmt.Sprintf("--secure-port=%d", ports[3]), "--bind-address=127.0.0.1", "--leader-elect=false",
		"--use-service-account-credentials=false", "--root-ca-file="+c.in("ca.crt"),
		"--service-account-private-key-file="+c.in("accounts.key"), "--cert-dir="+c.in("certificates"),
		"--node-monitor-grace-period="+c.nodeGrace.String(),
		// A managed cluster has more than the defaults of 20 and 30.
		"--kube-api-qps=500", "--kube-api-burst=1000"); err != nil {
		return err
	}
	return c.run("kube-scheduler", "", "--kubeconfig="+c.in("admin.kubeconfig"),
		fmt.Sprintf("--secure-port=%d", ports[4]), "--bind-address=127.0.0.1", "--leader-elect=false",
		"--cert-dir="+c.in("certificates"), "--kube-api-qps=500", "--kube-api-burst=1000")
}

// Starts the API server and waits until it answers.
func (c *control) startAPI(ctx context.Context) error {
	if c.processes["kube-apiserver"] != nil {
		return fmt.Errorf("the API server is on")
	}
	if err := c.run("kube-apiserver", "", fmt.Sprintf("--etcd-servers=http://127.0.0.1:%d", c.etcdPort),
		fmt.Sprintf("--secure-port=%d", c.port), "--bind-address=127.0.0.1", "--advertise-address=127.0.0.1",
		"--tls-cert-file="+c.in("api.crt"), "--tls-private-key-file="+c.in("api.key"),
		"--token-auth-file="+c.in("users.csv"), "--authorization-mode=RBAC",
		"--service-cluster-ip-range=10.96.0.0/16", "--service-account-issuer=https://kubernetes.default.svc",
		"--service-account-key-file="+c.in("accounts.key"),
		"--service-account-signing-key-file="+c.in("accounts.key"),
		"--kubelet-preferred-address-types=InternalIP", "--endpoint-reconciler-type=none",
		// Debian's etcd 3.4 does not tell its progress, and each count of sizes would wait for it in vain.
		"--feature-gates=SizeBasedListCostEstimate=false",
		"--audit-log-path="+c.in("audit.log"), "--audit-policy-file="+c.in("audit.yaml")); err != nil {
		return err
	}
	return c.await(ctx, c.processes["kube-apiserver"])
}

func (c *control) in(name string) string {
	return filepath.Join(c.folder, name)
}

// Starts a program, or this one as a part of Kubernetes where none is named.
func (c *control) run(name, program string, arguments ...string) error {
	if program == "" {
		self, err := os.Executable()
		if err != nil {
			return err
		}
		program, arguments = self, append([]string{name}, arguments...)
	}
	log, err := os.OpenFile(c.in(name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer log.Close()
	process := &part{command: exec.Command(program, arguments...), ended: make(chan struct{})}
	process.command.Stdout, process.command.Stderr = log, log
	// It ends with this process, however that ends.
	process.command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
	if err := process.command.Start(); err != nil {
		return err
	}
	go func() {
		_ = process.command.Wait()
		close(process.ended)
	}()
	c.processes[name] = process
	return nil
}

func (c *control) stop(name string) {
	if process := c.processes[name]; process != nil {
		_ = process.command.Process.Kill()
		<-process.ended
		delete(c.processes, name)
	}
}

func (c *control) end() {
	for _, name := range []string{"kube-scheduler", "kube-controller-manager", "kube-apiserver", "etcd"} {
		c.stop(name)
	}
}

func (c *control) admin() *rest.Config {
	return &rest.Config{
		Host:            c.address(),
		BearerToken:     "admin",
		TLSClientConfig: rest.TLSClientConfig{CAFile: c.in("ca.crt")},
		// Without a limit of its own.
		QPS: -1,
	}
}

func (c *control) address() string {
	return fmt.Sprintf("https://127.0.0.1:%d", c.port)
}

// The users of a cluster, by token: the administrator, and two who may do what a test gives them a role for.
var users = []string{"admin", "tester", "other"}

func (c *control) writeUsers() error {
	var table strings.Builder
	for _, user := range users {
		group, server := "", c.front.address
		if user == "admin" {
			group, server = ",system:masters", c.address()
		}
		fmt.Fprintf(&table, "%s,%s,%s%s\n", user, user, user, group)
		config := api.Config{
			Clusters: map[string]*api.Cluster{"tests": {
				Server: server, CertificateAuthority: c.in("ca.crt"),
			}},
			AuthInfos:      map[string]*api.AuthInfo{user: {Token: user}},
			Contexts:       map[string]*api.Context{"tests": {Cluster: "tests", AuthInfo: user}},
			CurrentContext: "tests",
		}
		if err := clientcmd.WriteToFile(config, c.in(user+".kubeconfig")); err != nil {
			return err
		}
	}
	policy := "apiVersion: audit.k8s.io/v1\nkind: Policy\nrules:\n- level: Metadata\n  users: [tester, other]\n- level: None\n"
	if err := os.WriteFile(c.in("audit.yaml"), []byte(policy), 0o600); err != nil {
		return err
	}
	return os.WriteFile(c.in("users.csv"), []byte(table.String()), 0o600)
}

// Waits until the API server answers.
func (c *control) await(ctx context.Context, server *part) error {
	client, err := kubernetes.NewForConfig(c.admin())
	if err != nil {
		return err
	}
	within, stop := context.WithTimeout(ctx, 2*time.Minute)
	defer stop()
	for {
		if _, err = client.CoreV1().Namespaces().Get(within, "default", metav1.GetOptions{}); err == nil {
			return nil
		}
		select {
		case <-server.ended:
			return fmt.Errorf("the API server ended; see %s", c.in("kube-apiserver.log"))
		case <-within.Done():
			return fmt.Errorf("the API server does not answer: %w; see %s", err, c.in("kube-apiserver.log"))
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// Ports that nothing listens on. All are held until the last is known, so that they differ.
func freePorts(count int) ([]int, error) {
	var ports []int
	for range count {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer listener.Close()
		ports = append(ports, listener.Addr().(*net.TCPAddr).Port)
	}
	return ports, nil
}
