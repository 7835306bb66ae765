/**
 * The flows of a run as its pack describes them, what follows from them, and the checks of a
 * profile that need them. Start with {@link io.fleetload.flow.FlowSpec}, one flow, and {@link
 * io.fleetload.flow.FlowSet}, all of them.
 */
package io.fleetload.flow;
