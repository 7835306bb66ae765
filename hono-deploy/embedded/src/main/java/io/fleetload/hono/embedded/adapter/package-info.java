/**
 * Hono's CoAP adapter, the first and last thing of the stack a device meets: DTLS and CoAP on one
 * side, the topics and the internal commands on the other.
 */
package io.fleetload.hono.embedded.adapter;
