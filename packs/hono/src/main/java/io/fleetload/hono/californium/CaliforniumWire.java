// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.californium;

import io.fleetload.hono.coap.CoapRequests;
import io.fleetload.hono.coap.FleetChannels;
import io.fleetload.wire.NioLoop;
import java.util.function.IntConsumer;
import org.eclipse.californium.core.network.CoapEndpoint;

/**
 * Parts that all sessions of a fleet share.
 *
 * @param onDisconnect takes the session that the target ended
 */
record CaliforniumWire(
    NioLoop loop,
    FleetChannels channels,
    FleetConnector connector,
    CoapEndpoint endpoint,
    CoapRequests<RequestTemplate> requests,
    IntConsumer onDisconnect) {}
