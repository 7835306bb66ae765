// SPDX-License-Identifier: EPL-2.0
package main

import (
	"context"
	"path/filepath"
	"time"

	core "k8s.io/api/core/v1"
	storage "k8s.io/api/storage/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

const (
	// The class of claims that name none, as a managed cluster has one.
	storageClass = "folders"
	// By this annotation the controller says which provisioner a claim waits for.
	provisionerOf = "volume.kubernetes.io/storage-provisioner"
	provisioner   = "fleetload.test/folders"
)

// Makes the default class of storage, and gives each claim of it a volume, which the controller binds to it.
func (a *agent) provide(ctx context.Context, claims cache.SharedIndexInformer) error {
	_, err := a.client.StorageV1().StorageClasses().Create(ctx, &storage.StorageClass{
		ObjectMeta: metav1.ObjectMeta{
			Name:        storageClass,
			Annotations: map[string]string{"storageclass.kubernetes.io/is-default-class": "true"},
		},
		Provisioner: provisioner,
	}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	_, err = claims.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(object any) { a.claimed(ctx, object.(*core.PersistentVolumeClaim)) },
		UpdateFunc: func(_, object any) { a.claimed(ctx, object.(*core.PersistentVolumeClaim)) },
	})
	return err
}

func (a *agent) claimed(ctx context.Context, claim *core.PersistentVolumeClaim) {
	if claim.Annotations[provisionerOf] != provisioner || claim.Spec.VolumeName != "" {
		return
	}
	volume := &core.PersistentVolume{
		// Named by the claim, so that a second look at it makes no second one.
		ObjectMeta: metav1.ObjectMeta{Name: "claim-" + string(claim.UID)},
		Spec: core.PersistentVolumeSpec{
			StorageClassName: *claim.Spec.StorageClassName,
			AccessModes:      claim.Spec.AccessModes,
			Capacity:         claim.Spec.Resources.Requests,
			ClaimRef: &core.ObjectReference{
				APIVersion: "v1", Kind: "PersistentVolumeClaim",
				Namespace: claim.Namespace, Name: claim.Name, UID: claim.UID,
			},
			PersistentVolumeReclaimPolicy: core.PersistentVolumeReclaimRetain,
			PersistentVolumeSource: core.PersistentVolumeSource{
				HostPath: &core.HostPathVolumeSource{Path: a.claim(claim.Namespace, claim.Name)},
			},
		},
	}
	for ctx.Err() == nil {
		_, err := a.client.CoreV1().PersistentVolumes().Create(ctx, volume, metav1.CreateOptions{})
		if err == nil || errors.IsAlreadyExists(err) {
			return
		}
		time.Sleep(time.Second)
	}
}

// The folder of a claim, which outlives its pods.
func (a *agent) claim(namespace, name string) string {
	return filepath.Join(a.folder, "claims", namespace, name)
}
