// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend.ledger;

import io.fleetload.results.ResultFiles;
import io.fleetload.results.ResultView;
import io.fleetload.results.book.BackendBook;
import io.fleetload.tool.RenewedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The book as a file: renewed while the run goes on, so that a killed backend still speaks, and
 * written a last time at its end. Books of a run in progress are encoded and written on a thread of
 * their own, because with millions of messages that takes longer than the receiver may pause.
 */
public final class BookOnDisk {
  private static final long LONGEST_WRITE_SECONDS = 20;

  private final Path directory;
  private final RenewedFile renewed;
  private final AtomicBoolean writing = new AtomicBoolean();
  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread thread = new Thread(work, "book-writer");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Creates a book in a directory that exists.
   *
   * @param say receives one line when a renewal fails
   */
  public BookOnDisk(Path directory, Consumer<String> say) {
    this.directory = directory;
    this.renewed = new RenewedFile(directory.resolve(BackendBook.FILE), say);
  }

  /** Checks whether the last renewal is still being written; another one would only pile up. */
  public boolean busy() {
    return writing.get();
  }

  /** Writes a book of a run in progress, soon. */
  public void renew(BackendBook book) {
    writing.set(true);
    writer.execute(
        () -> {
          try {
            renewed.renew(book);
          } finally {
            writing.set(false);
          }
        });
  }

  /**
   * Writes the last book, in every form, after any renewal still under way.
   *
   * @throws IOException with one line if they cannot be written
   * @throws InterruptedException if the thread was interrupted
   */
  public void last(BackendBook book, List<ResultView> views)
      throws IOException, InterruptedException {
    writer.shutdown();
    if (!writer.awaitTermination(LONGEST_WRITE_SECONDS, TimeUnit.SECONDS)) {
      throw new IOException("cannot write to " + directory + ": writing takes too long");
    }
    ResultFiles.write(directory.resolve(BackendBook.FILE), book);
    for (ResultView view : views) {
      view.write(book, directory);
    }
  }
}
