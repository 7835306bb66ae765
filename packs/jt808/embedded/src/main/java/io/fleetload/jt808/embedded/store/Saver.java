// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded.store;

import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.Message;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Takes locations from NATS into a queue, and from there into the store. Where the queue is full a
 * location is dropped, as in go-jt808's storage test.
 *
 * <p>A request on {@value #FLUSH} is answered with {@code flushed <rows> <dropped>} when all that
 * the gateway published before it can be read in the store. For that it goes the gateway's way:
 * over the gateway's connection, and so behind its locations.
 */
public final class Saver implements AutoCloseable {
  /** Subject of the requests to flush. */
  public static final String FLUSH = "saver.flush";

  private static final String BEHIND_THE_LOCATIONS = "saver.mark";
  private static final int TAKEN_TOGETHER = 10_000;
  private static final long COMMIT_EVERY_MS = 200;

  private final Connection nats;
  private final LocationStore store;
  private final Clock clock;
  private final BlockingQueue<Message> queue;
  private final Thread thread = new Thread(this::save, "saver");

  /** Rows that can be read in the store. */
  public final LongAdder saved = new LongAdder();

  /** Locations for which the queue had no room. */
  public final LongAdder dropped = new LongAdder();

  private final Consumer<String> failed;
  private volatile boolean closed;

  /**
   * Begins to save.
   *
   * @param nats a connection of its own
   * @param gateway the gateway's connection
   * @param capacity messages that may wait
   * @param failed receives the reason why no more can be saved
   */
  public Saver(
      Connection nats,
      Connection gateway,
      LocationStore store,
      int capacity,
      Clock clock,
      Consumer<String> failed) {
    this.nats = nats;
    this.store = store;
    this.clock = clock;
    this.queue = new ArrayBlockingQueue<>(capacity);
    this.failed = failed;
    thread.setDaemon(true);
    thread.start();
    Dispatcher dispatcher = nats.createDispatcher(this::take);
    // Our queue has the bound, and counts its losses.
    dispatcher.setPendingLimits(0, 0);
    dispatcher.subscribe(Row.ONE).subscribe(Row.BATCH).subscribe(BEHIND_THE_LOCATIONS);
    gateway
        .createDispatcher(
            request -> gateway.publish(BEHIND_THE_LOCATIONS, request.getReplyTo(), new byte[0]))
        .subscribe(FLUSH);
  }

  private void take(Message message) throws InterruptedException {
    if (message.getSubject().equals(BEHIND_THE_LOCATIONS)) {
      queue.put(message);
    } else if (!queue.offer(message)) {
      dropped.add(rows(message).size());
    }
  }

  private void save() {
    List<Message> taken = new ArrayList<>(TAKEN_TOGETHER);
    long uncommitted = 0;
    long lastCommit = clock.millis();
    try {
      while (!closed) {
        Message first = queue.poll(COMMIT_EVERY_MS, TimeUnit.MILLISECONDS);
        if (first != null) {
          taken.add(first);
          queue.drainTo(taken, TAKEN_TOGETHER - 1);
        }
        for (Message message : taken) {
          if (message.getSubject().equals(BEHIND_THE_LOCATIONS)) {
            uncommitted = commit(uncommitted);
            answer(message);
          } else {
            uncommitted += append(message);
          }
        }
        if (taken.size() == TAKEN_TOGETHER || clock.millis() - lastCommit >= COMMIT_EVERY_MS) {
          uncommitted = commit(uncommitted);
          lastCommit = clock.millis();
        }
        taken.clear();
      }
      store.release();
    } catch (InterruptedException e) {
      store.release();
    } catch (RuntimeException e) {
      failed.accept("the store takes no more: " + e.getMessage());
    }
  }

  private int append(Message message) {
    List<Row> rows = rows(message);
    Instant now = clock.instant();
    for (Row row : rows) {
      store.append(row, now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000);
    }
    return rows.size();
  }

  /**
   * The locations of a message; empty for a message from another process that is no location. The
   * saver of go-jt808 passes over these messages too.
   */
  private static List<Row> rows(Message message) {
    try {
      return Row.of(message);
    } catch (IllegalArgumentException e) {
      System.err.println("jt808-server: saver: " + e.getMessage());
      return List.of();
    }
  }

  private long commit(long rows) {
    if (rows > 0) {
      store.commit();
      saved.add(rows);
    }
    return 0;
  }

  private void answer(Message request) {
    if (request.getReplyTo() != null) {
      String text = "flushed " + saved.sum() + ' ' + dropped.sum();
      nats.publish(request.getReplyTo(), text.getBytes(StandardCharsets.US_ASCII));
    }
  }

  /** Locations that wait. */
  public int waiting() {
    return queue.size();
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join(1_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
