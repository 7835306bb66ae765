// SPDX-License-Identifier: EPL-2.0
package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"sync"
	"time"

	coordination "k8s.io/api/coordination/v1"
	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/component-base/version"
)

// An agent plays all nodes of a cluster: it gives each a sign of life, and runs the pods that the scheduler puts
// on them.
type agent struct {
	options
	client  *kubernetes.Clientset
	apiPort int
	network io.Closer
	lock    sync.Mutex
	pods    map[types.UID]*pod
	// The nodes, and whether each is dead.
	dead map[string]bool
	// How many pods have an address.
	addresses int
}

func newAgent(o options, client *kubernetes.Clientset, apiPort int) (*agent, error) {
	a := &agent{options: o, client: client, apiPort: apiPort, pods: map[types.UID]*pod{}, dead: map[string]bool{}}
	if !o.real {
		return a, nil
	}
	var err error
	a.network, err = openNetwork(apiPort)
	return a, err
}

func (a *agent) start(ctx context.Context) error {
	port, err := a.serve()
	if err != nil {
		return err
	}
	for i := 1; i <= a.nodes; i++ {
		name := fmt.Sprintf("node-%d", i)
		if err := a.register(ctx, name, port); err != nil {
			return err
		}
		a.lock.Lock()
		a.dead[name] = false
		a.lock.Unlock()
		go a.live(ctx, name)
	}
	factory := informers.NewSharedInformerFactory(a.client, 0)
	pods := factory.Core().V1().Pods().Informer()
	_, err = pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(object any) { a.saw(ctx, object.(*core.Pod)) },
		UpdateFunc: func(_, object any) { a.saw(ctx, object.(*core.Pod)) },
		DeleteFunc: func(object any) {
			// Of a pod that went while nothing was heard of the API.
			if missed, ok := object.(cache.DeletedFinalStateUnknown); ok {
				object = missed.Obj
			}
			a.gone(object.(*core.Pod))
		},
	})
	if err != nil {
		return err
	}
	if err := a.provide(ctx, factory.Core().V1().PersistentVolumeClaims().Informer()); err != nil {
		return err
	}
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	return nil
}

func (a *agent) register(ctx context.Context, name string, port int32) error {
	room := core.ResourceList{
		core.ResourceCPU: resource.MustParse(a.cpu), core.ResourceMemory: resource.MustParse(a.memory),
		core.ResourcePods: resource.MustParse("1000"), core.ResourceEphemeralStorage: resource.MustParse("100Gi"),
	}
	node := &core.Node{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{
			"kubernetes.io/hostname": name, "kubernetes.io/os": "linux", "fleetload/nodes": "simulators",
		}},
		Status: core.NodeStatus{
			Capacity: room, Allocatable: room,
			Addresses:       []core.NodeAddress{{Type: core.NodeInternalIP, Address: "127.0.0.1"}},
			DaemonEndpoints: core.NodeDaemonEndpoints{KubeletEndpoint: core.DaemonEndpoint{Port: port}},
			NodeInfo: core.NodeSystemInfo{
				KubeletVersion: version.Get().GitVersion, OperatingSystem: "linux", Architecture: runtime.GOARCH,
			},
			Conditions: []core.NodeCondition{nodeReady()},
		},
	}
	_, err := a.client.CoreV1().Nodes().Create(ctx, node, metav1.CreateOptions{})
	return err
}

func nodeReady() core.NodeCondition {
	now := metav1.Now()
	return core.NodeCondition{
		Type: core.NodeReady, Status: core.ConditionTrue, Reason: "AgentReady",
		LastHeartbeatTime: now, LastTransitionTime: now,
	}
}

// Renews the node's lease every 10 s, as a kubelet does. Without an API the next try does it.
func (a *agent) live(ctx context.Context, name string) {
	leases := a.client.CoordinationV1().Leases("kube-node-lease")
	seconds := int32(40)
	for ; ctx.Err() == nil && !a.isDead(name); time.Sleep(10 * time.Second) {
		now := metav1.NowMicro()
		spec := coordination.LeaseSpec{HolderIdentity: &name, LeaseDurationSeconds: &seconds, RenewTime: &now}
		lease, err := leases.Get(ctx, name, metav1.GetOptions{})
		if errors.IsNotFound(err) {
			_, _ = leases.Create(ctx,
				&coordination.Lease{ObjectMeta: metav1.ObjectMeta{Name: name}, Spec: spec}, metav1.CreateOptions{})
		} else if err == nil {
			lease.Spec = spec
			_, _ = leases.Update(ctx, lease, metav1.UpdateOptions{})
		}
		a.revive(ctx, name)
	}
}

// Says that the node is ready again where the controller took it for lost, as after a time without an API.
func (a *agent) revive(ctx context.Context, name string) {
	node, err := a.client.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return
	}
	for i, each := range node.Status.Conditions {
		if each.Type == core.NodeReady && each.Status != core.ConditionTrue {
			node.Status.Conditions[i] = nodeReady()
			if _, err := a.client.CoreV1().Nodes().UpdateStatus(ctx, node, metav1.UpdateOptions{}); err != nil {
				return
			}
			// The controller said of its pods too that they are not ready.
			for _, pod := range a.on(name) {
				pod.tell(ctx)
			}
		}
	}
}

// The pods of a node.
func (a *agent) on(node string) []*pod {
	a.lock.Lock()
	defer a.lock.Unlock()
	var all []*pod
	for _, each := range a.pods {
		if each.node == node {
			all = append(all, each)
		}
	}
	return all
}

func (a *agent) isDead(node string) bool {
	a.lock.Lock()
	defer a.lock.Unlock()
	return a.dead[node]
}

// Ends a node as a power cut does.
func (a *agent) die(node string) error {
	a.lock.Lock()
	if _, known := a.dead[node]; !known {
		a.lock.Unlock()
		return fmt.Errorf("there is no node %s", node)
	}
	a.dead[node] = true
	a.lock.Unlock()
	for _, each := range a.on(node) {
		each.kill()
	}
	return nil
}

func (a *agent) saw(ctx context.Context, object *core.Pod) {
	if object.Spec.NodeName == "" || a.isDead(object.Spec.NodeName) {
		return
	}
	a.lock.Lock()
	known := a.pods[object.UID]
	over := object.Status.Phase == core.PodSucceeded || object.Status.Phase == core.PodFailed
	if known == nil && !over {
		a.addresses++
		known = newPod(a, object, a.addresses)
		a.pods[object.UID] = known
		go known.live(ctx)
	}
	a.lock.Unlock()
	if object.DeletionTimestamp != nil {
		if known != nil {
			known.stop(*object.DeletionGracePeriodSeconds)
		} else {
			a.remove(ctx, object)
		}
	}
}

// A pod that was deleted leaves the API once its node says that it is gone.
func (a *agent) remove(ctx context.Context, object *core.Pod) {
	now := int64(0)
	for ctx.Err() == nil {
		err := a.client.CoreV1().Pods(object.Namespace).Delete(ctx, object.Name, metav1.DeleteOptions{
			GracePeriodSeconds: &now, Preconditions: &metav1.Preconditions{UID: &object.UID},
		})
		if err == nil || errors.IsNotFound(err) || errors.IsConflict(err) {
			return
		}
		time.Sleep(time.Second)
	}
}

func (a *agent) gone(object *core.Pod) {
	a.lock.Lock()
	known := a.pods[object.UID]
	delete(a.pods, object.UID)
	a.lock.Unlock()
	if known != nil {
		known.kill()
	}
}

func (a *agent) find(namespace, name string) *pod {
	a.lock.Lock()
	defer a.lock.Unlock()
	for _, each := range a.pods {
		if each.object.Namespace == namespace && each.object.Name == name {
			return each
		}
	}
	return nil
}

func (a *agent) end() {
	a.lock.Lock()
	all := a.pods
	a.pods = map[types.UID]*pod{}
	a.lock.Unlock()
	for _, each := range all {
		each.kill()
	}
	for _, each := range all {
		<-each.over
	}
	if a.network != nil {
		a.network.Close()
		closeNetwork()
	}
}
