// SPDX-License-Identifier: EPL-2.0
/**
 * A whole load test with simulators in pods: starts them, watches each one, fetches the files that
 * they leave and removes them. Only this package knows Kubernetes; the tools in the pods do not.
 */
package io.fleetload.campaign.cluster;
