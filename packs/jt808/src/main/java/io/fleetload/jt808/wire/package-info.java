/**
 * The wire format of JT/T 808, editions 2013 and 2019, both directions: frames and the messages in
 * them. Between the terminals' state and their TCP connections; it does no I/O and has no thread.
 *
 * <p>A frame is {@code 7e}, then header, body and checksum with {@code 7e} and {@code 7d} escaped,
 * then {@code 7e}. All numbers are big-endian, all texts GBK.
 */
package io.fleetload.jt808.wire;
