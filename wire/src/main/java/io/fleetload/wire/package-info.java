/**
 * The one thread that all devices of a process share: it waits for their channels, runs timers and
 * asks the schedule what is due. Any driver whose devices have channels of their own can use it.
 */
package io.fleetload.wire;
