package io.fleetload.simulator.measure;

import io.fleetload.driver.Cause;
import io.fleetload.driver.NotSent;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.GeneratorHealth;
import io.fleetload.results.LatencyHistogram;
import io.fleetload.results.ResponseIntervals;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.SeedView;
import io.fleetload.results.Turns;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Keeps the device side's books of a run of any length as fast as it can, and writes them ten times
 * on the way and once at the end, as the simulator does. Which message meets which fate follows
 * from its number, so that the backend's books of the same run fit.
 */
final class LongRun {
  private static final List<String> FLOWS =
      List.of("telemetry", "event", "commandQuery", "commandResponse");
  private static final long SECOND = 1_000_000_000L;
  private static final int WARM_UP_SECONDS = 60;
  private static final int RENEWALS = 10;

  private final Map<String, FlowBook> books = new LinkedHashMap<>();
  private final Path file;
  private final int devices;
  private final int perFlow;
  private final int seconds;
  private final RandomGenerator random = RandomGenerator.of("L64X128MixRandom");

  private LongRun(Path directory, int devices, long messages, int seconds) {
    this.file = directory.resolve(DeviceBook.FILE);
    this.devices = devices;
    this.perFlow = Math.toIntExact(messages / FLOWS.size());
    this.seconds = seconds;
    int warm = Math.toIntExact((long) perFlow * WARM_UP_SECONDS / seconds);
    for (String flow : FLOWS) {
      books.put(
          flow,
          new FlowBook(
              flow.equals("commandResponse") ? null : (double) perFlow / seconds,
              warm,
              perFlow,
              new Turns(devices, 0, "device-{index}"),
              new FlowBook.Times(
                  0, seconds * SECOND, WARM_UP_SECONDS, ResponseIntervals.lengthFor(seconds))));
    }
  }

  /** Directory, devices, messages of all flows together, and seconds. */
  public static void main(String[] arguments) throws IOException {
    new LongRun(
            Path.of(arguments[0]),
            Integer.parseInt(arguments[1]),
            Long.parseLong(arguments[2]),
            Integer.parseInt(arguments[3]))
        .keep();
  }

  private void keep() throws IOException {
    int done = 0;
    for (int second = 0; second < seconds; second++) {
      int until = Math.toIntExact((second + 1L) * perFlow / seconds);
      for (FlowBook book : books.values()) {
        for (int n = done; n < until; n++) {
          message(book, n, second * SECOND);
        }
      }
      done = until;
      if (second % (seconds / RENEWALS) == 0) {
        ResultFiles.write(file, book(false));
      }
    }
    DeviceBook last = book(true);
    ResultFiles.write(file, last);
    ResultFiles.write(file.resolveSibling(SeedView.FILE), SeedView.of(last));
  }

  private void message(FlowBook book, int n, long due) {
    book.scheduled(n, due);
    if (n % 10_007 == 0) {
      book.notSent(n, NotSent.DEVICE_BUSY);
      return;
    }
    long sent = due + random.nextInt(1_000_000);
    book.sent(n, sent);
    if (n % 1_013 == 5) {
      book.retransmitted(n, sent);
    }
    if (n % 1_009 == 1) {
      book.failed(n, n % 2 == 0 ? Cause.Transport.TIMEOUT : new Cause.Protocol("5.03"), sent);
    } else if (n % 50_021 != 6) {
      book.ok(n, due, sent, sent + 1_000_000 + random.nextInt(1 << random.nextInt(8, 29)));
    }
  }

  private DeviceBook book(boolean complete) {
    Map<String, DeviceBook.Flow> flows = new LinkedHashMap<>();
    books.forEach((name, book) -> flows.put(name, book.snapshot()));
    LatencyHistogram lag = new LatencyHistogram();
    lag.record(1_000);
    return new DeviceBook(
        DeviceBook.VERSION,
        "c0ffee",
        "long run",
        complete,
        seconds - WARM_UP_SECONDS,
        List.of(
            new DeviceBook.PhaseTimes("warm-up", 1_000, 1_000 + WARM_UP_SECONDS * 1_000L),
            new DeviceBook.PhaseTimes(
                "measure", 1_000 + WARM_UP_SECONDS * 1_000L, 1_000 + seconds * 1_000L)),
        new DeviceBook.Devices(devices, devices, devices, Map.of(), 0, lag),
        flows,
        new GeneratorHealth(lag.summary(), 100, 0, 0, List.of()));
  }
}
