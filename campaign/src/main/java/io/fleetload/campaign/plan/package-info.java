// SPDX-License-Identifier: EPL-2.0
/**
 * The plan of a large run, by arithmetic alone: shards, backends, books, times, nodes and their
 * price. It asks no cluster and starts nothing.
 */
package io.fleetload.campaign.plan;
