/** The server that both clients of a benchmark drive: CoAP over DTLS-PSK, from Californium. */
package io.fleetload.bench.server;
