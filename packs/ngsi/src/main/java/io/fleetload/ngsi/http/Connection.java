// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.vertx.core.AsyncResult;
import io.vertx.core.Handler;
import io.vertx.core.http.impl.Http1xClientConnection;
import io.vertx.core.http.impl.HttpClientConnection;
import io.vertx.core.http.impl.HttpClientStream;

/**
 * One connection to the broker that was opened. Where it ended it stays so; a pool of Vert.x' would
 * connect again by itself, unseen by the books.
 */
final class Connection {
  /** The name of Vert.x' own handler. */
  private static final String VERTX = "handler";

  private final HttpClientConnection made;
  private final String authority;
  private final WireBytes bytes = new WireBytes();
  private boolean usable = true;
  private int underWay;

  /**
   * A connection that Vert.x opened.
   *
   * @param authority what requests name as their host
   * @param unasked called for each answer that no request asked for
   */
  Connection(HttpClientConnection made, String authority, Runnable unasked) {
    this.made = made;
    this.authority = authority;
    // From Vert.x' own, the head of each request is written on the heap and copied from there.
    made.channel().config().setAllocator(PooledByteBufAllocator.DEFAULT);
    made.channel().pipeline().addFirst(bytes);
    if (!isHttp2()) {
      made.channel()
          .pipeline()
          .addBefore(VERTX, null, new InterimAnswers())
          .addBefore(VERTX, null, new UnaskedAnswers(unasked));
    }
    // The requests under way hear of it as well, and Vert.x would log each.
    made.exceptionHandler(failure -> {});
    // Called when it ended, and when a broker of HTTP/2 wants no further requests.
    made.evictionHandler(gone -> usable = false);
  }

  /** Returns whether a request can be begun on it now or later. */
  boolean isUsable() {
    return usable && made.channel().isActive();
  }

  /** Returns whether it speaks HTTP/2. */
  boolean isHttp2() {
    return !(made instanceof Http1xClientConnection);
  }

  /** Returns whether it takes one more request now. */
  boolean hasRoom() {
    return underWay < made.concurrency();
  }

  /**
   * Makes the stream of a request, which has room until {@link #leave()}. Vert.x' request objects
   * around it make strings of each request that are not needed.
   */
  void stream(Handler<AsyncResult<HttpClientStream>> begin) {
    underWay++;
    made.createStream(made.getContext(), begin);
  }

  /** Host that requests name. */
  String authority() {
    return authority;
  }

  /** A request is over. */
  void leave() {
    underWay--;
  }

  /**
   * The bytes since the last request ended. Where requests are under way together they may be of
   * each of them; their sums are exact.
   */
  WireBytes bytes() {
    return bytes;
  }

  /** Ends it as a client does that leaves. */
  void close() {
    usable = false;
    var unused = made.close();
  }

  /** Loses it as a client does when its network fails: what is on the way is thrown away. */
  void lose() {
    usable = false;
    Channel channel = made.channel();
    // What the peer closed has no socket any more.
    if (channel.isOpen()) {
      channel.config().setOption(ChannelOption.SO_LINGER, 0);
    }
    var unused = channel.close();
  }
}
