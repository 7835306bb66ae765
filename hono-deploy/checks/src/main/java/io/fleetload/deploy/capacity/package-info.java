/**
 * Checks whether the demand of workloads fits the nodes. This package lies beside the line of the
 * load platform, not on it.
 */
package io.fleetload.deploy.capacity;
