// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.foreign;

import java.util.List;
import java.util.Map;

/**
 * A run of another tool, as its output tells of it. What the output does not say is null or empty;
 * nothing of it is computed from a guess.
 *
 * @param tool name of the tool
 * @param seconds how long it ran; null if the output does not say
 * @param asked the rate that was asked for; null if the output does not say
 * @param requests how many requests or messages were sent; null if the output does not say
 * @param failed how many of them failed; null if the output does not say
 * @param rate how many were sent a second; null if the output does not say
 * @param responseMs response times in ms by what they are, such as {@code p99}
 * @param fromDueTime whether these count from when a request was due, and not from when it was sent
 * @param closed whether all loads of the tool are closed, so that its rate is what the target gave
 * @param connected clients that connected; null if the output does not say
 * @param notes what else has to be known to read the figures, a sentence each
 */
public record ForeignRun(
    String tool,
    Double seconds,
    Double asked,
    Long requests,
    Long failed,
    Double rate,
    Map<String, Double> responseMs,
    boolean fromDueTime,
    boolean closed,
    Long connected,
    List<String> notes) {}
