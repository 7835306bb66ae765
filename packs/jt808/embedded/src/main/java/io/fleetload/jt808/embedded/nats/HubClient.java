// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded.nats;

import io.nats.client.support.JsonParseException;
import io.nats.client.support.JsonParser;
import io.nats.client.support.JsonValue;
import io.nats.client.support.JsonValueUtils;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringTokenizer;

/** A client's connection to the hub: reads its lines, and writes it the messages that it wants. */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails closes its channel.
final class HubClient extends ByteToMessageDecoder {
  private static final int MAX_LINE = 4_096;
  private static final int WRITTEN_TOGETHER = 64 << 10;
  private static final byte[] LINE_END = {'\r', '\n'};

  private final Hub hub;
  private final Channel channel;
  private final Map<String, Subscription> subscriptions = new HashMap<>();
  private Publication begun;
  private ByteBuf out;
  private boolean verbose;
  private boolean echo = true;

  /** A PUB line; its payload follows. */
  private record Publication(String subject, String reply, int length) {}

  HubClient(Hub hub, Channel channel) {
    this.hub = hub;
    this.channel = channel;
  }

  boolean echo() {
    return echo;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    say(hub.info());
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> nothing) {
    if (!channel.isOpen()) {
      in.skipBytes(in.readableBytes());
    } else if (begun != null) {
      payload(in);
    } else {
      line(in);
    }
  }

  private void payload(ByteBuf in) {
    if (in.readableBytes() < begun.length() + LINE_END.length) {
      return;
    }
    ok();
    hub.publish(this, begun.subject(), begun.reply(), in.readSlice(begun.length()));
    in.skipBytes(LINE_END.length);
    begun = null;
  }

  private void line(ByteBuf in) {
    int end = in.indexOf(in.readerIndex(), in.writerIndex(), (byte) '\n');
    if (end < 0) {
      if (in.readableBytes() > MAX_LINE) {
        refuse("Maximum Control Line Exceeded");
      }
      return;
    }
    String line = in.readCharSequence(end - in.readerIndex(), StandardCharsets.UTF_8).toString();
    in.skipBytes(1);
    StringTokenizer tokens = new StringTokenizer(line, " \t\r");
    List<String> words = new ArrayList<>();
    while (tokens.hasMoreTokens()) {
      words.add(tokens.nextToken());
    }
    try {
      take(words, line);
    } catch (IndexOutOfBoundsException | NumberFormatException | JsonParseException e) {
      refuse("Parser Error");
    }
  }

  private void take(List<String> words, String line) throws JsonParseException {
    switch (words.isEmpty() ? "" : words.get(0).toUpperCase(Locale.ROOT)) {
      case "" -> {}
      case "PUB" -> publication(words);
      case "SUB" -> subscribe(words);
      case "UNSUB" -> unsubscribe(words);
      case "PING" -> say("PONG\r\n");
      case "PONG" -> {}
      case "CONNECT" -> connect(JsonParser.parse(line.substring(line.indexOf('{'))));
      case "HPUB" -> refuse("message headers not supported");
      default -> refuse("Unknown Protocol Operation");
    }
  }

  private void connect(JsonValue options) {
    verbose = JsonValueUtils.readBoolean(options, "verbose", false);
    echo = JsonValueUtils.readBoolean(options, "echo", true);
    ok();
  }

  private void publication(List<String> words) {
    int length = Integer.parseInt(words.get(words.size() - 1));
    if (length < 0 || length > Hub.MAX_PAYLOAD) {
      refuse("Maximum Payload Violation");
      return;
    }
    begun = new Publication(words.get(1), words.size() > 3 ? words.get(2) : "", length);
  }

  private void subscribe(List<String> words) {
    if (!Interest.valid(words.get(1))) {
      say("-ERR 'Invalid Subject'\r\n");
      return;
    }
    String queue = words.size() > 3 ? words.get(2) : "";
    String id = words.get(words.size() - 1);
    Subscription added = new Subscription(this, words.get(1), queue, id);
    if (subscriptions.putIfAbsent(id, added) == null) {
      hub.interest().add(added);
    }
    ok();
  }

  private void unsubscribe(List<String> words) {
    Subscription subscription = subscriptions.get(words.get(1));
    if (subscription != null) {
      if (words.size() > 2) {
        subscription.endAfter(Long.parseLong(words.get(2)));
      }
      if (words.size() == 2 || subscription.ended()) {
        end(subscription);
      }
    }
    ok();
  }

  private void end(Subscription subscription) {
    subscriptions.remove(subscription.id);
    hub.interest().remove(subscription);
  }

  void deliver(Subscription subscription, String subject, String reply, ByteBuf payload) {
    if (!channel.isOpen()) {
      return;
    }
    if (out == null) {
      out = channel.alloc().buffer(1_024);
    }
    String head = "MSG " + subject + ' ' + subscription.id + (reply.isEmpty() ? "" : ' ' + reply);
    out.writeCharSequence(head + ' ' + payload.readableBytes() + "\r\n", StandardCharsets.UTF_8);
    // Not the payload's own indices: it may have other receivers.
    out.writeBytes(payload, payload.readerIndex(), payload.readableBytes());
    out.writeBytes(LINE_END);
    subscription.delivered();
    if (subscription.ended()) {
      end(subscription);
    }
    if (out.readableBytes() > WRITTEN_TOGETHER) {
      write();
    }
  }

  private void write() {
    ByteBuf written = out;
    out = null;
    channel.write(written);
    // As nats-server does with a client that does not read.
    if (!channel.isWritable()) {
      channel.close();
    }
  }

  void flush() {
    if (out != null) {
      write();
    }
    channel.flush();
  }

  private void ok() {
    if (verbose) {
      say("+OK\r\n");
    }
  }

  private void refuse(String why) {
    say("-ERR '" + why + "'\r\n");
    channel.writeAndFlush(channel.alloc().buffer(0)).addListener(ChannelFutureListener.CLOSE);
  }

  private void say(String line) {
    flush();
    ByteBuf bytes = channel.alloc().buffer(line.length());
    bytes.writeCharSequence(line, StandardCharsets.UTF_8);
    channel.writeAndFlush(bytes);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) throws Exception {
    hub.flush();
    super.channelReadComplete(context);
  }

  @Override
  protected void handlerRemoved0(ChannelHandlerContext context) {
    List.copyOf(subscriptions.values()).forEach(this::end);
    hub.gone(this);
    if (out != null) {
      out.release();
      out = null;
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    context.close();
  }
}
