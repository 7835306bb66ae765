/** Parts of a target that runs in Kubernetes. */
package io.fleetload.campaign.cluster.part;
