// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Message;

/**
 * One request under way, from its first datagram to its outcome. A confirmable one is repeated
 * until it is acknowledged (RFC 7252, section 4.2): the first wait is 2 to 3 s, each further one
 * twice as long, and after four repetitions it is given up. A body larger than a block goes out
 * block by block, and is one request to the engine (RFC 7959, section 2.5).
 */
final class CoapExchange extends Retransmissions.Waiting {
  private static final long ACK_TIMEOUT_NANOS = 2_000_000_000L;
  private static final double ACK_RANDOM_FACTOR = 1.5;
  private static final int MAX_RETRANSMIT = 4;

  final RequestForm form;
  final int token;
  private final CoapDeviceLink link;
  private final DeviceLink.Exchange outcome;
  private final int device;
  private final byte[] payload;
  private Blocks blocks;
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

  boolean belongsTo(DeviceLink.Exchange other) {
    return outcome == other;
  }

  boolean hasMessageId(int id) {
    return messageId == id;
  }

  /** Sends the request, or its next block, under a new message id. */
  void begin(int newMessageId, double random) {
    messageId = newMessageId;
    repetitions = 0;
    write();
    if (form.confirmable() && !ended) {
      wait = (long) (ACK_TIMEOUT_NANOS * (1 + random * (ACK_RANDOM_FACTOR - 1)));
      link.await(this, wait);
    }
  }

  @Override
  void waitIsOver() {
    if (repetitions == MAX_RETRANSMIT) {
      fail(Cause.Transport.TIMEOUT);
      return;
    }
    repetitions++;
    wait *= 2;
    outcome.retransmitted();
    write();
    if (!ended) {
      link.await(this, wait);
    }
  }

  /** The peer has the request, and its response comes later. */
  void accepted() {
    outcome.accepted();
  }

  /** A response of the peer has come; it belongs to this request. */
  void answered(CoapMessage response) {
    if (blocks != null && blocks.next(response)) {
      link.next(this);
      return;
    }
    link.hasAnswer(token);
    end();
    if (response.isSuccess()) {
      outcome.succeeded(link.command(device, response));
    } else {
      outcome.failed(new Cause.Protocol(response.codeText()));
    }
  }

  void fail(Cause cause) {
    end();
    outcome.failed(cause);
  }

  /** Gives it up: nothing is delivered any more. */
  void end() {
    ended = true;
    link.forget(this);
  }

  private void write() {
    if (blocks == null) {
      link.write(form, messageId, token, null, payload, 0, payload.length);
    } else {
      link.write(form, messageId, token, blocks.option(form), payload, blocks.from(), blocks.to());
    }
  }
}
