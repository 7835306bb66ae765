/**
 * Times and devices of messages that a trace of real traffic has. Start with {@link
 * io.fleetload.schedule.trace.TraceLines}.
 */
package io.fleetload.schedule.trace;
