// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.health;

import io.fleetload.results.time.LatencyHistogram;

/**
 * The generator's own times in the measured phase, in ns, as whole distributions: what the
 * summaries of {@link GeneratorHealth} were read off, so that shards can be added.
 *
 * @param pacing from the due time to the send, messages that nothing held back
 * @param loopDelay how late the fleet's thread looked at its wire and timers
 * @param capped how long messages waited for the cap on messages under way
 */
public record GeneratorTimes(
    LatencyHistogram pacing, LatencyHistogram loopDelay, LatencyHistogram capped) {}
