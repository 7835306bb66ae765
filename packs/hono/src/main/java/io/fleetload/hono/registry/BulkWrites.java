// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.WriteModel;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.bson.Document;

/**
 * Sends batches of writes, several at once. The queue is as short as there are writers, and who
 * finds it full writes itself: memory is bounded by a few batches, and a slow server slows the one
 * who makes them.
 */
final class BulkWrites implements AutoCloseable {
  private static final long LONGEST_CLOSE_SECONDS = 150;

  private final MongoCollection<Document> collection;
  private final IntConsumer onWritten;
  private final ThreadPoolExecutor writers;
  private final AtomicInteger written = new AtomicInteger();
  private final AtomicReference<RuntimeException> failure = new AtomicReference<>();

  /**
   * Writers of a collection.
   *
   * @param onWritten takes the number of those written since the last time, from any thread
   */
  BulkWrites(MongoCollection<Document> collection, int writers, IntConsumer onWritten) {
    this.collection = collection;
    this.onWritten = onWritten;
    this.writers =
        new ThreadPoolExecutor(
            writers,
            writers,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(writers),
            task -> {
              Thread thread = new Thread(task, "registry-writer");
              thread.setDaemon(true);
              return thread;
            },
            new ThreadPoolExecutor.CallerRunsPolicy());
  }

  /** Sends a batch, which is made by the thread that writes it. */
  void send(Supplier<List<WriteModel<Document>>> batch) {
    if (failure.get() == null) {
      writers.execute(() -> write(batch));
    }
  }

  /** Returns whether a write failed; nothing more is sent then. */
  boolean failed() {
    return failure.get() != null;
  }

  /** Number of documents written so far. */
  int written() {
    return written.get();
  }

  /**
   * Waits for all that was sent.
   *
   * @throws MongoException if one failed
   */
  void finish() {
    close();
    if (failure.get() != null) {
      throw failure.get();
    }
  }

  @Override
  public void close() {
    writers.shutdown();
    try {
      if (!writers.awaitTermination(LONGEST_CLOSE_SECONDS, TimeUnit.SECONDS)) {
        writers.shutdownNow();
      }
    } catch (InterruptedException e) {
      writers.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  private void write(Supplier<List<WriteModel<Document>>> batch) {
    if (failure.get() != null) {
      return;
    }
    try {
      List<WriteModel<Document>> writes = batch.get();
      if (!writes.isEmpty()) {
        send(writes);
      }
    } catch (RuntimeException e) {
      failure.compareAndSet(null, e);
    }
  }

  private void send(List<WriteModel<Document>> writes) {
    try {
      collection.bulkWrite(writes, new BulkWriteOptions().ordered(false));
      count(writes.size());
    } catch (MongoBulkWriteException e) {
      // The others of the batch were written all the same: it is unordered.
      count(writes.size() - e.getWriteErrors().size());
      failure.compareAndSet(null, e);
    }
  }

  private void count(int documents) {
    written.addAndGet(documents);
    onWritten.accept(documents);
  }
}
