// SPDX-License-Identifier: EPL-2.0
/** Access to a cluster's API: the words and the clock of its answers, and the user's rights. */
package io.fleetload.campaign.cluster.access;
