// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.disturb;

import io.fleetload.profile.key.Doc;

/**
 * The place where the parts of an external target run, so that a run can end them.
 *
 * @param compose a project of Docker Compose; or null
 * @param namespace a namespace of Kubernetes; or null
 * @param context the context of the user's kubeconfig; null for the current one
 */
public record DisturbancePlace(
    @Doc(
            value =
                "Docker Compose on this host: the project, as docker compose ls names it; this, or"
                    + " namespace",
            form = "[a-z0-9][a-z0-9_-]{0,99}",
            expected = "the name of a project, such as my-project")
        String compose,
    @Doc(
            value = "Kubernetes: the namespace that the target runs in",
            form = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?",
            expected = "the name of a namespace, such as my-namespace")
        String namespace,
    @Doc(value = "the context of the kubeconfig that reaches it", byDefault = "the current one")
        String context) {}
