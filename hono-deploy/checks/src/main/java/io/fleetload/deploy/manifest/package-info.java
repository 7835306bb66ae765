/** Reads Kubernetes manifests. It stands beside the line of the load platform, not on it. */
package io.fleetload.deploy.manifest;
