package io.fleetload.shards;

import io.fleetload.process.TargetException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;

/**
 * A log that everybody reads in one order. What it holds decides, so readers that have read as far
 * agree without asking each other. Not thread-safe.
 */
public interface TopicLog extends AutoCloseable {
  /** An append or a poll that the log does not answer fails after this time. */
  Duration PATIENCE = Duration.ofSeconds(10);

  /**
   * What stands at a place of it.
   *
   * @param offset the place, which grows
   * @param key what it is about
   * @param value what it says
   */
  record Entry(long offset, String key, ByteBuffer value) {
    /** What it says. */
    public byte[] bytes() {
      byte[] bytes = new byte[value.remaining()];
      value.duplicate().get(bytes);
      return bytes;
    }
  }

  /** Its name, for messages. */
  String name();

  /**
   * Adds an entry; once it returns, the log keeps it.
   *
   * @return its place
   * @throws TargetException if the log does not take it
   */
  long append(String key, byte[] value) throws TargetException;

  /**
   * The next entries, in their order.
   *
   * @param longest how long to wait for one
   * @throws TargetException if the log cannot be read
   */
  List<Entry> poll(Duration longest) throws TargetException;

  @Override
  void close();
}
