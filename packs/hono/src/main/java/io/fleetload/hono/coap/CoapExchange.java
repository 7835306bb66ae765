// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Message;

/**
 * One request under way, from its first datagram to its outcome. A confirmable one is repeated
 * until it is acknowledged (RFC 7252, section 4.2): the first wait is 2 to 3 s, each further one
 * twice as long, and after four repetitions it is given up. A body larger than a block goes out
 * block by block, and is one request to the engine (RFC 7959, section 2.5).
 */
final class CoapExchange extends Retransmissions.PendingMessage {
  private static final long ACK_TIMEOUT_NANOS = 2_000_000_000L;
  private static final double ACK_RANDOM_FACTOR = 1.5;
  private static final int MAX_RETRANSMIT = 4;

  private final RequestForm form;
  private final int token;
  private final CoapDeviceLink link;
  private final DeviceLink.Exchange outcome;
  private final int device;
  private final byte[] payload;
  private final Blocks blocks;
  private int messageId;
  private int repetitions;
  private long wait;
  private boolean ended;

  /** The next open exchange of the same device. */
  CoapExchange nextOfDevice;

  CoapExchange(
      CoapDeviceLink link,
      RequestForm form,
      int token,
      Message message,
      DeviceLink.Exchange outcome) {
    this.link = link;
    this.form = form;
    this.token = token;
    this.device = message.device();
    this.payload = message.payload();
    this.blocks = Blocks.of(payload);
    this.outcome = outcome;
  }

  int token() {
    return token;
  }

  boolean hasMessageId(int id) {
    return messageId == id;
  }

  /** The device that the message is of. */
  int device() {
    return device;
  }

  /** The listener for its outcome. */
  DeviceLink.Exchange outcome() {
    return outcome;
  }

  /** Begins under a new message id, or its next block. */
  void begin(int newMessageId, double random) {
    messageId = newMessageId;
    repetitions = 0;
    wait = (long) (ACK_TIMEOUT_NANOS * (1 + random * (ACK_RANDOM_FACTOR - 1)));
  }

  /** Counts a repetition, after which the wait is twice as long; false after the last one. */
  boolean repeats() {
    wait *= 2;
    return repetitions++ < MAX_RETRANSMIT;
  }

  /** Writes its message, or its block; says how long that is. */
  int write(CoapWriter writer) {
    return blocks == null
        ? writer.request(form, messageId, token, null, payload, 0, payload.length)
        : writer.request(
            form, messageId, token, blocks.option(form), payload, blocks.from(), blocks.to());
  }

  /** Returns whether it waits for an acknowledgement. */
  boolean waits() {
    return form.confirmable() && !ended;
  }

  /** Time that it waits for one, in ns. */
  long waitNanos() {
    return wait;
  }

  @Override
  void waitIsOver() {
    link.repeat(this);
  }

  /** Returns whether a response asks for a further block, which is then the next to be written. */
  boolean goesOn(CoapMessage response) {
    return blocks != null && blocks.next(response);
  }

  /** Nothing is delivered any more. */
  void end() {
    ended = true;
  }
}
