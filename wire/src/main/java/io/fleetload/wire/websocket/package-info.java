/**
 * WebSocket (RFC 6455) on connections of {@code wire}, the client's side: one layer a connection,
 * and what those of a loop share. Its frames carry a stream of bytes.
 */
package io.fleetload.wire.websocket;
