package io.fleetload.results;

/**
 * What was asked and what was reached, second by second, counted from the first due time of the
 * flows. Each array has one place a second.
 *
 * @param scheduled messages due in that second
 * @param sent messages handed to the wire in that second
 * @param ok messages confirmed in that second
 * @param failed messages that failed in that second
 */
public record PerSecond(long[] scheduled, long[] sent, long[] ok, long[] failed) {}
