// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded.gateway;

import io.nats.client.Connection;
import io.nats.client.Message;
import io.netty.channel.EventLoop;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Commands to terminals, which go-jt808 has no way for: a request on {@value #SUBJECT} with the
 * text {@code <phone> <message id, 4 hex digits> <body in hex, or ->}. The answer is {@code sent
 * <serial>}, {@code gone} where no such terminal is connected, or {@code wrong: <why>}.
 */
final class Commands {
  static final String SUBJECT = "terminal.command";

  /** Answered behind all that was published before. */
  private static final String FLUSH = "flush";

  private static final int LONGEST_BODY = 1_023;

  private final Connection nats;
  private final Terminals terminals;
  private final EventLoop loop;
  private final Traffic traffic;

  Commands(Connection nats, Terminals terminals, EventLoop loop, Traffic traffic) {
    this.nats = nats;
    this.terminals = terminals;
    this.loop = loop;
    this.traffic = traffic;
  }

  void listen() {
    nats.createDispatcher(this::take).subscribe(SUBJECT);
  }

  private void take(Message request) {
    String[] words = new String(request.getData(), StandardCharsets.US_ASCII).strip().split(" +");
    if (words[0].equals(FLUSH)) {
      loop.execute(() -> answer(request, "flushed"));
      return;
    }
    try {
      if (words.length != 3) {
        throw new IllegalArgumentException("expected <phone> <id> <body in hex, or ->");
      }
      int id = HexFormat.fromHexDigits(words[1]);
      byte[] body = words[2].equals("-") ? new byte[0] : HexFormat.of().parseHex(words[2]);
      if (id > 0xffff || body.length > LONGEST_BODY) {
        throw new IllegalArgumentException("an id has 4 digits, a body at most 1023 bytes");
      }
      loop.execute(() -> answer(request, send(words[0], id, body)));
    } catch (IllegalArgumentException e) {
      answer(request, "wrong: " + e.getMessage());
    }
  }

  private String send(String phone, int id, byte[] body) {
    return terminals
        .connected(phone)
        .map(
            session -> {
              Frame command = session.command(id, body);
              session.send(command);
              traffic.commands.increment();
              return "sent " + command.serial;
            })
        .orElse("gone");
  }

  private void answer(Message request, String text) {
    if (request.getReplyTo() != null) {
      nats.publish(request.getReplyTo(), text.getBytes(StandardCharsets.US_ASCII));
    }
  }
}
