package io.fleetload.shards;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.results.Shard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/**
 * Hands in a shard's book: its file as it is, compressed and in parts, so that what the backend
 * adds is what the shard wrote to the last digit.
 */
public final class BookSender {
  /** A broker takes 1 MB unless told otherwise (message.max.bytes); some are told less. */
  static final int PART_BYTES = 256 << 10;

  private final TopicLogs logs;
  private final BookKey key;
  private final int partBytes;

  /**
   * Of a shard.
   *
   * @param process the process that entered the barrier
   */
  public BookSender(TopicLogs logs, String runId, Shard shard, String process) {
    this(logs, runId, shard, process, PART_BYTES);
  }

  BookSender(TopicLogs logs, String runId, Shard shard, String process, int partBytes) {
    this.logs = logs;
    this.key = new BookKey(BookKey.VERSION, runId, shard, process, 0, null);
    this.partBytes = partBytes;
  }

  /**
   * Sends a book.
   *
   * @throws TargetException if the log does not take it
   * @throws IOException if the file cannot be read
   */
  public void send(Path book) throws TargetException, IOException {
    try (TopicLog results = logs.results(TopicLogs.From.NOWHERE)) {
      BookParts parts = new BookParts(results, key, partBytes);
      GZIPOutputStream compressed = new GZIPOutputStream(parts, 1 << 16);
      Files.copy(book, compressed);
      compressed.finish();
      parts.end();
    } catch (BookParts.Refused e) {
      throw new TargetException(
          "shard %s: its book was not handed in, and is only here: %s (%s)"
              .formatted(key.shard(), book, e.getMessage()));
    } catch (UsageException e) {
      throw new TargetException(e.getMessage());
    }
  }
}
