/**
 * The one thread that all devices of a process share: it waits for their channels, runs timers and
 * asks the schedule what is due. A driver can use it if its devices have channels of their own.
 * Sessions over TCP have their common part here: {@link io.fleetload.wire.TcpLink}, and {@link
 * io.fleetload.wire.LineLink} for lines of text.
 */
package io.fleetload.wire;
