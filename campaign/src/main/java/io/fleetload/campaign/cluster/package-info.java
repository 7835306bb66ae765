// SPDX-License-Identifier: EPL-2.0
/**
 * A whole load test whose simulators are pods: starts them, watches every one, fetches what they
 * leave and removes them. Only here is Kubernetes known; the tools in the pods do not know it.
 */
package io.fleetload.campaign.cluster;
