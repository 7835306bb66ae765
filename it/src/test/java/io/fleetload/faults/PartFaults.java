// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import io.fleetload.it.CommandRun;
import io.fleetload.it.Hono;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Does to the parts of a run what a schedule says, when it says so. Closing ends all of it. */
final class PartFaults implements AutoCloseable {
  /** More than that is no disk made for a test. */
  private static final long SMALL_DISK = 100_000_000;

  private static final int BUSY_PER_PROCESSOR = 4;

  private final CommandRun run;
  private final Hono hono;
  private final KafkaProxy kafka;
  private final Path directory;
  private final List<Work> takenBack = new ArrayList<>();
  private final List<Process> busy = new ArrayList<>();
  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();

  /**
   * Nothing yet.
   *
   * @param directory on the file system that the run writes to
   */
  PartFaults(CommandRun run, Hono hono, KafkaProxy kafka, Path directory) {
    this.run = run;
    this.hono = hono;
    this.kafka = kafka;
    this.directory = directory;
  }

  /** Begins them; their times count from now. */
  void begin(List<PartFault> faults) {
    for (PartFault each : faults) {
      long at = each.at().toMillis();
      long until = at + each.lasting().toMillis();
      switch (each.part()) {
        case KAFKA -> between(at, until, kafka::hold, kafka::release);
        case PROCESSORS -> between(at, until, this::keepBusy, this::letGo);
        case DISK -> between(at, until, this::fill, () -> Files.deleteIfExists(filler()));
        default -> begin(process(each.part()), each.act(), at, until);
      }
    }
  }

  private void begin(ProcessHandle process, PartFault.Act act, long at, long until) {
    switch (act) {
      case STOP ->
          between(at, until, () -> Signal.STOP.to(process), () -> Signal.CONTINUE.to(process));
      case KILL -> at(at, () -> Signal.KILL.to(process));
      case TERMINATE -> at(at, () -> Signal.TERMINATE.to(process));
    }
  }

  private ProcessHandle process(PartFault.Part part) {
    return switch (part) {
      case STACK -> hono.process();
      case CAMPAIGN -> run.handle();
      default -> run.child(part.tool());
    };
  }

  private interface Work {
    void run() throws IOException;
  }

  /** Does something and takes it back, at the latest when this is closed. */
  private void between(long from, long until, Work work, Work back) {
    takenBack.add(back);
    at(from, work);
    at(until, back);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // what it does is seen in the run
  private void at(long millis, Work work) {
    clock.schedule(
        () -> {
          try {
            work.run();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        millis,
        TimeUnit.MILLISECONDS);
  }

  private void keepBusy() throws IOException {
    for (int i = 0; i < BUSY_PER_PROCESSOR * Runtime.getRuntime().availableProcessors(); i++) {
      busy.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
    }
  }

  private void letGo() {
    busy.forEach(Process::destroyForcibly);
  }

  private void fill() throws IOException {
    if (Files.getFileStore(directory).getTotalSpace() > SMALL_DISK) {
      throw new IOException(directory + " is on no disk that may be filled");
    }
    Path book = directory.resolve("out").resolve("device-book.json");
    if (!Files.exists(book) || !Files.readString(book).contains("measuredFrom")) {
      // Of a run without books nothing could be said.
      at(200, this::fill);
      return;
    }
    byte[] block = new byte[4_096];
    try (OutputStream out = Files.newOutputStream(filler())) {
      while (true) {
        out.write(block);
      }
    } catch (IOException full) {
      // As it was meant.
    }
  }

  private Path filler() {
    return directory.resolve("filler");
  }

  @Override
  public void close() throws IOException {
    clock.shutdownNow();
    try {
      clock.awaitTermination(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (Work back : takenBack) {
      back.run();
    }
  }
}
