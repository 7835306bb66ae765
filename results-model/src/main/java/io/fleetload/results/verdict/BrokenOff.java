// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.verdict;

import io.fleetload.results.format.ExitCode;

/**
 * Reason why a run ended before its time, against the user's wish.
 *
 * @param code says who is gone, or what went wrong
 * @param why the same in one line: who, how, since when, where to look
 */
public record BrokenOff(ExitCode code, String why) {}
