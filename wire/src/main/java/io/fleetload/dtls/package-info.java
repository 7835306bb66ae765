/**
 * The wire's lock: DTLS 1.2 with pre-shared keys, the client's side only and without any I/O, made
 * for tens of thousands of sessions on one thread. Between the devices' CoAP and their sockets.
 *
 * <p>Spoken are RFC 6347 (DTLS 1.2) over RFC 5246 (TLS 1.2), RFC 4279 (PSK), RFC 6655 and RFC 5487
 * (the cipher suites), RFC 7627 (extended master secret), RFC 5746 (no renegotiation, said so), RFC
 * 9146 (connection id) and resumption by session id.
 */
package io.fleetload.dtls;
