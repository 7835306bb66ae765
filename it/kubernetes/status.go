// SPDX-License-Identifier: EPL-2.0
package main

import (
	"context"
	"encoding/json"
	"time"

	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// Tells the API what became of the pod until now; where the API does not answer, when it does again.
func (p *pod) tell(ctx context.Context) {
	p.telling.Lock()
	defer p.telling.Unlock()
	for ; ctx.Err() == nil && !p.isDead(); time.Sleep(500 * time.Millisecond) {
		status, err := json.Marshal(map[string]any{"status": p.status()})
		if err != nil {
			return
		}
		// A patch, since others have conditions in the status too, such as DisruptionTarget.
		_, err = p.agent.client.CoreV1().Pods(p.object.Namespace).Patch(
			ctx, p.object.Name, types.StrategicMergePatchType, status, metav1.PatchOptions{}, "status")
		if err == nil || errors.IsNotFound(err) {
			return
		}
	}
}

func (p *pod) status() core.PodStatus {
	p.lock.Lock()
	defer p.lock.Unlock()
	status := core.PodStatus{HostIP: "127.0.0.1", PodIP: p.ip, PodIPs: []core.PodIP{{IP: p.ip}}, StartTime: &p.begun}
	started, ended, isFailed, isReady := 0, 0, false, true
	for _, each := range p.object.Spec.Containers {
		of := p.container(each)
		status.ContainerStatuses = append(status.ContainerStatuses, of)
		isReady = isReady && of.Ready
		if of.State.Waiting == nil {
			started++
		}
		if of.State.Terminated != nil {
			ended++
			isFailed = isFailed || of.State.Terminated.ExitCode != 0
		}
	}
	switch {
	case started == 0:
		status.Phase = core.PodPending
	case ended < len(status.ContainerStatuses):
		status.Phase = core.PodRunning
	case isFailed:
		status.Phase = core.PodFailed
	default:
		status.Phase = core.PodSucceeded
	}
	for _, each := range []core.PodConditionType{core.ContainersReady, core.PodReady} {
		status.Conditions = append(status.Conditions, p.condition(each, isReady))
	}
	return status
}

func (p *pod) container(spec core.Container) core.ContainerStatus {
	is := p.states[spec.Name]
	status := core.ContainerStatus{Name: spec.Name, Image: spec.Image, ImageID: spec.Image, Ready: is.isReady}
	if is.started.IsZero() {
		status.State.Waiting = &is.waiting
		return status
	}
	status.ContainerID = "tests://" + string(p.object.UID) + "/" + spec.Name
	if is.ended.IsZero() {
		isStarted := true
		status.Started = &isStarted
		status.State.Running = &core.ContainerStateRunning{StartedAt: is.started}
		return status
	}
	code, reason := p.containers[spec.Name].code(), "Completed"
	if code != 0 {
		reason = "Error"
	}
	status.State.Terminated = &core.ContainerStateTerminated{
		ExitCode: int32(code), Reason: reason, StartedAt: is.started, FinishedAt: is.ended,
		ContainerID: status.ContainerID,
	}
	return status
}

func (p *pod) condition(of core.PodConditionType, isTrue bool) core.PodCondition {
	now := core.PodCondition{Type: of, Status: core.ConditionFalse, LastTransitionTime: metav1.Now()}
	if isTrue {
		now.Status = core.ConditionTrue
	}
	if before, known := p.changes[of]; known && before.Status == now.Status {
		return before
	}
	p.changes[of] = now
	return now
}
