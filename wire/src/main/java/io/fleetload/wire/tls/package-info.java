/**
 * TLS on connections of {@code wire}, by the JDK's engine: one layer a connection, and what those
 * of a loop share.
 */
package io.fleetload.wire.tls;
