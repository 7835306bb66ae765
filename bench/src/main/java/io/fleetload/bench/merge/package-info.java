// SPDX-License-Identifier: EPL-2.0
/** What adds the histograms of shards, for comparison. */
package io.fleetload.bench.merge;
