package io.fleetload.results;

/**
 * What happened to a flow in the course of time; enough to judge any window of it.
 *
 * @param asked rate asked for, msg/s; null for a flow that only answers
 * @param perSecond counts by second
 * @param intervals response times by interval; null in a book that has none
 */
public record Course(Double asked, PerSecond perSecond, ResponseIntervals intervals) {}
