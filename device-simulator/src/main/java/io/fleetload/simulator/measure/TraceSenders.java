// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import io.fleetload.results.run.MessageSet;
import java.util.function.LongToDoubleFunction;

/**
 * Part of a flow's book where a trace has the times and devices of the messages, and no formula has
 * them.
 *
 * @param firsts numbers of the first message of each device
 * @param perSecond the rate of the measured phase so far, msg/s, of the number of messages due in
 *     it
 */
public record TraceSenders(MessageSet firsts, LongToDoubleFunction perSecond) {}
