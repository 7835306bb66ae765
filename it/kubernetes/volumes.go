// SPDX-License-Identifier: EPL-2.0
package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	auth "k8s.io/api/authentication/v1"
	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/kubernetes/third_party/forked/golang/expansion"
)

// Makes the network and the volumes of a pod whose containers are processes.
func (p *pod) prepare(ctx context.Context) error {
	if err := os.MkdirAll(p.folder, 0o755); err != nil {
		return err
	}
	var all []*process
	for _, each := range p.containers {
		if real, ok := each.(*process); ok {
			all = append(all, real)
		}
	}
	if len(all) == 0 || !p.agent.real {
		return nil
	}
	if err := p.connect(); err != nil {
		return err
	}
	places := map[string]string{}
	for _, each := range p.object.Spec.Volumes {
		place, err := p.volume(ctx, each)
		if err != nil {
			return err
		}
		places[each.Name] = place
	}
	for _, each := range all {
		each.mounts = []mount{
			// The image's.
			{From: p.agent.java, To: "/java", ReadOnly: true}, {From: p.agent.apps, To: "/app", ReadOnly: true},
		}
		for _, at := range each.spec.VolumeMounts {
			each.mounts = append(each.mounts,
				mount{From: filepath.Join(places[at.Name], at.SubPath), To: at.MountPath, ReadOnly: at.ReadOnly})
		}
	}
	return nil
}

// Makes a volume and returns where it lies.
func (p *pod) volume(ctx context.Context, what core.Volume) (string, error) {
	place := filepath.Join(p.folder, "volumes", what.Name)
	if claim := what.PersistentVolumeClaim; claim != nil {
		place = p.agent.claim(p.object.Namespace, claim.ClaimName)
	}
	if err := os.MkdirAll(place, 0o777); err != nil {
		return "", err
	}
	// Whatever the mask of this process.
	if err := os.Chmod(place, 0o777); err != nil {
		return "", err
	}
	var values map[string][]byte
	var err error
	switch {
	case what.EmptyDir != nil || what.PersistentVolumeClaim != nil:
	case what.ConfigMap != nil:
		values, err = p.configMap(ctx, what.ConfigMap.Name, what.ConfigMap.Optional)
	case what.Secret != nil:
		values, err = p.secret(ctx, what.Secret.SecretName, what.Secret.Optional)
	case what.Projected != nil:
		values, err = p.projected(ctx, what.Projected)
	default:
		err = fmt.Errorf("volume %s is of a kind that is not known here", what.Name)
	}
	if err != nil {
		return "", err
	}
	for name, value := range values {
		if err := os.WriteFile(filepath.Join(place, name), value, 0o644); err != nil {
			return "", err
		}
	}
	return place, nil
}

func (p *pod) configMap(ctx context.Context, name string, optional *bool) (map[string][]byte, error) {
	found, err := p.agent.client.CoreV1().ConfigMaps(p.object.Namespace).Get(ctx, name, metav1.GetOptions{})
	if errors.IsNotFound(err) && optional != nil && *optional {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	values := map[string][]byte{}
	for key, value := range found.Data {
		values[key] = []byte(value)
	}
	maps.Copy(values, found.BinaryData)
	return values, nil
}

func (p *pod) secret(ctx context.Context, name string, optional *bool) (map[string][]byte, error) {
	found, err := p.agent.client.CoreV1().Secrets(p.object.Namespace).Get(ctx, name, metav1.GetOptions{})
	if errors.IsNotFound(err) && optional != nil && *optional {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return found.Data, nil
}

// The token, the authority and the namespace of a service account.
func (p *pod) projected(ctx context.Context, what *core.ProjectedVolumeSource) (map[string][]byte, error) {
	values := map[string][]byte{}
	for _, each := range what.Sources {
		switch {
		case each.ServiceAccountToken != nil:
			token, err := p.agent.client.CoreV1().ServiceAccounts(p.object.Namespace).CreateToken(
				ctx, p.object.Spec.ServiceAccountName, &auth.TokenRequest{}, metav1.CreateOptions{})
			if err != nil {
				return nil, err
			}
			values[each.ServiceAccountToken.Path] = []byte(token.Status.Token)
		case each.ConfigMap != nil:
			found, err := p.configMap(ctx, each.ConfigMap.Name, each.ConfigMap.Optional)
			if err != nil {
				return nil, err
			}
			maps.Copy(values, found)
		case each.DownwardAPI != nil:
			for _, item := range each.DownwardAPI.Items {
				values[item.Path] = []byte(p.field(item.FieldRef.FieldPath))
			}
		}
	}
	return values, nil
}

// The environment of a container. As with a kubelet, a value may name what is above it as $(NAME).
func (c *process) variables(ctx context.Context) (map[string]string, error) {
	all := map[string]string{
		"PATH": "/java/bin", "HOSTNAME": c.pod.object.Name, "KUBERNETES_SERVICE_HOST": hostAddress,
		"KUBERNETES_SERVICE_PORT": strconv.Itoa(c.pod.agent.apiPort),
	}
	for _, each := range c.spec.EnvFrom {
		var values map[string][]byte
		var err error
		if each.SecretRef != nil {
			values, err = c.pod.secret(ctx, each.SecretRef.Name, each.SecretRef.Optional)
		} else {
			values, err = c.pod.configMap(ctx, each.ConfigMapRef.Name, each.ConfigMapRef.Optional)
		}
		if err != nil {
			return nil, err
		}
		for name, value := range values {
			all[each.Prefix+name] = string(value)
		}
	}
	for _, each := range c.spec.Env {
		value, err := expansion.Expand(each.Value, expansion.MappingFuncFor(all)), error(nil)
		if each.ValueFrom != nil {
			value, err = c.pod.value(ctx, each.ValueFrom)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", each.Name, err)
		}
		all[each.Name] = value
	}
	return all, nil
}

func (p *pod) value(ctx context.Context, from *core.EnvVarSource) (string, error) {
	switch {
	case from.FieldRef != nil:
		return p.field(from.FieldRef.FieldPath), nil
	case from.SecretKeyRef != nil:
		values, err := p.secret(ctx, from.SecretKeyRef.Name, from.SecretKeyRef.Optional)
		return string(values[from.SecretKeyRef.Key]), err
	case from.ConfigMapKeyRef != nil:
		values, err := p.configMap(ctx, from.ConfigMapKeyRef.Name, from.ConfigMapKeyRef.Optional)
		return string(values[from.ConfigMapKeyRef.Key]), err
	default:
		return "", fmt.Errorf("its source is of a kind that is not known here")
	}
}

// The field of that path, for environments and volumes.
func (p *pod) field(path string) string {
	switch {
	case path == "metadata.namespace":
		return p.object.Namespace
	case path == "metadata.name":
		return p.object.Name
	case path == "spec.nodeName":
		return p.node
	case path == "status.podIP":
		return p.ip
	case strings.HasPrefix(path, "metadata.annotations['"):
		return p.object.Annotations[strings.TrimSuffix(strings.TrimPrefix(path, "metadata.annotations['"), "']")]
	case strings.HasPrefix(path, "metadata.labels['"):
		return p.object.Labels[strings.TrimSuffix(strings.TrimPrefix(path, "metadata.labels['"), "']")]
	default:
		return ""
	}
}
