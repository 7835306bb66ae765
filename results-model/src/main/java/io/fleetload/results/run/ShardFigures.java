// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fleetload.results.format.RequiredPart;

/**
 * Figures of one shard: its part of the measured phase, all of its flows together. They say whether
 * one process or its host did other than the rest.
 *
 * @param devices how many devices sent from it
 * @param asked rate that the profile asks of these, msg/s, of the flows with a rate; absent if no
 *     flow has one
 * @param reached rate at which messages of these flows left, msg/s; absent likewise
 * @param failed messages that failed, of every flow
 * @param lost messages confirmed that the backend, or one of its receivers, never received; absent
 *     without a backend, where it had not read everything, and where it is not known which shard
 *     sent which message
 * @param p99Ms 99th percentile of the response times of every flow, in ms; absent without an
 *     outcome
 * @param lagP99Ms 99th percentile of its generator's lag, in ms; absent if nothing was due
 * @param verdict status of the run if this shard had been all of it: passed, generator-limited or
 *     interrupted
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ShardFigures(
    long devices,
    Double asked,
    Double reached,
    long failed,
    Long lost,
    Double p99Ms,
    Double lagP99Ms,
    @RequiredPart String verdict) {

  /** The same with the messages that were lost; null if that is not known. */
  public ShardFigures with(Long missing) {
    return new ShardFigures(devices, asked, reached, failed, missing, p99Ms, lagP99Ms, verdict);
  }
}
