package io.fleetload.results;

import java.util.List;

/**
 * What was asked and what was reached, second by second, counted from the first due time of the
 * flows. Each list has one place a second.
 *
 * @param scheduled messages due in that second
 * @param sent messages handed to the wire in that second
 * @param ok messages confirmed in that second
 * @param failed messages that failed in that second
 */
public record PerSecond(List<Long> scheduled, List<Long> sent, List<Long> ok, List<Long> failed) {}
