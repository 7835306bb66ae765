/**
 * Reads Kubernetes manifests. This package lies beside the line of the load platform, not on it.
 */
package io.fleetload.deploy.manifest;
