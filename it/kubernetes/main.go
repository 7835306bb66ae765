// SPDX-License-Identifier: EPL-2.0

// A Kubernetes for the tests: the API server, the controllers and the scheduler as they are, beside Debian's
// etcd, and an agent in place of the nodes. .ci/kubernetes builds it.
//
// It is played, and not as in a cluster: kubelets, so pods have no init containers, restarts, probes but for
// readiness over HTTP, limits of processors and memory; images; the provisioner of claims; services, DNS and network
// policies.
//
// All listens on the loopback, and with --real on the bridge fleetload0 too, which one cluster of a machine has.
package main

import (
	"fmt"
	"os"

	"k8s.io/component-base/cli"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllers "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
)

func main() {
	if len(os.Args) < 2 {
		fail(fmt.Errorf("give a part: cluster, kube-apiserver, kube-controller-manager, kube-scheduler"))
	}
	part := os.Args[1]
	// Each part reads its flags from behind its own name.
	os.Args = os.Args[1:]
	switch part {
	case "cluster":
		fail(cluster(os.Args[1:]))
	case "kube-apiserver":
		os.Exit(cli.Run(apiserver.NewAPIServerCommand()))
	case "kube-controller-manager":
		os.Exit(cli.Run(controllers.NewControllerManagerCommand()))
	case "kube-scheduler":
		os.Exit(cli.Run(scheduler.NewSchedulerCommand()))
	case containerStart:
		fail(startContainer())
	default:
		fail(fmt.Errorf("unknown part: %s", part))
	}
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
