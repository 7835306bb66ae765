/**
 * Whether what is asked for fits the nodes. It stands beside the line of the load platform, not on
 * it.
 */
package io.fleetload.deploy.capacity;
