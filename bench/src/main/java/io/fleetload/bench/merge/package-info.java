// SPDX-License-Identifier: EPL-2.0
/** Adds the histograms of shards, for comparison. */
package io.fleetload.bench.merge;
