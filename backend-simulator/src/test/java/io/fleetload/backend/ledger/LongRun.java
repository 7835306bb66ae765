package io.fleetload.backend.ledger;

import io.fleetload.results.BackendBook;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.SeedBackendView;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.Stamp;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Keeps the backend's books of a run of any length as fast as it can, and writes them ten times on
 * the way and once at the end, as the simulator does. Which message meets which fate follows from
 * its number, so that the device side's books of the same run fit.
 */
final class LongRun {
  private static final List<String> FLOWS =
      List.of("telemetry", "event", "commandQuery", "commandResponse");
  private static final String QUERY = FLOWS.get(2);
  private static final long SECOND = 1_000_000_000L;
  private static final int WARM_UP_SECONDS = 60;
  private static final int RENEWALS = 10;

  private final Path file;
  private final int devices;
  private final int perFlow;
  private final int seconds;
  private final int warm;
  private final ArrivalLedger ledger;
  private final RandomGenerator random = RandomGenerator.of("L64X128MixRandom");

  private LongRun(Path directory, int devices, long messages, int seconds) {
    this.file = directory.resolve(BackendBook.FILE);
    this.devices = devices;
    this.perFlow = Math.toIntExact(messages / FLOWS.size());
    this.seconds = seconds;
    this.warm = Math.toIntExact((long) perFlow * WARM_UP_SECONDS / seconds);
    this.ledger = new ArrivalLedger(FLOWS, QUERY, devices, "c0ffee");
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
      for (String flow : FLOWS) {
        for (int n = done; n < until; n++) {
          message(flow, n, second * SECOND);
        }
      }
      done = until;
      if (second % (seconds / RENEWALS) == 0) {
        ResultFiles.write(file, ledger.book("long run", false, false, second));
      }
    }
    BackendBook last = ledger.book("long run", true, true, seconds);
    ResultFiles.write(file, last);
    ResultFiles.write(
        file.resolveSibling(SeedBackendView.FILE), SeedBackendView.of(last, warm, perFlow));
  }

  private void message(String flow, int n, long sent) {
    boolean query = flow.equals(QUERY);
    boolean lost = !query && n % 9_973 == 2;
    boolean overtaken = n % 4_001 == 4 && n + devices < perFlow;
    if (n % 10_007 != 0 && !lost && !overtaken) {
      arrives(flow, n, sent);
      if (n % 20_011 == 3) {
        arrives(flow, n, sent);
      }
      if (query) {
        ledger.written(n);
      }
    }
    // The one that this message of the same device overtook comes after it.
    int earlier = n - devices;
    if (earlier >= 0 && earlier % 4_001 == 4 && earlier % 10_007 != 0) {
      arrives(flow, earlier, sent - SECOND);
      if (query) {
        ledger.written(earlier);
      }
    }
  }

  private void arrives(String flow, int n, long sent) {
    long received = sent + 1_000_000 + random.nextInt(1 << random.nextInt(8, 29));
    ledger.arrived(
        new Stamp(
            "c0ffee",
            flow,
            n < warm ? Period.WARM_UP : Period.MEASURED,
            n % devices,
            n,
            sent,
            sent,
            flow.equals("commandResponse")
                ? new Stamp.Legs(sent - 9_000_000, sent - 6_000_000, sent - 5_000_000, sent)
                : null),
        received);
  }
}
