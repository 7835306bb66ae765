package io.fleetload.campaign.cost;

import io.fleetload.driver.RunClock;
import io.fleetload.profile.Phases;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.TargetCost;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Watches during the measured phase what each process of a run uses: those of this host every
 * second, metrics pages every 5 s. What cannot be read is left out; the run goes on.
 */
public final class CostWatch implements AutoCloseable {
  private static final String DEVICES = "device-simulator";
  private static final Path PROC = Path.of("/proc");
  private static final long PROCESS_SECONDS = 1;
  private static final long PAGE_SECONDS = 5;
  private static final long LONGEST_SECONDS = 3;

  private final Consumer<String> say;
  private final RunClock clock = RunClock.system();
  private final Map<String, Watched> watched = new LinkedHashMap<>();
  // One thread knows the time and the phase; others read, so that a slow page delays nothing.
  private final ScheduledExecutorService turns = Executors.newScheduledThreadPool(1, daemon());
  private final ExecutorService readers = Executors.newCachedThreadPool(daemon());
  private final MeasuredPhase phase;
  private final NetworkWatch network = new NetworkWatch(PROC);
  private CompletableFuture<Void> lastReadings;
  private boolean measuring;
  private HttpClient client;

  /**
   * Watches nothing yet.
   *
   * @param phases the phases of the run
   * @param say told in one line what cannot be read of a metrics page
   */
  public CostWatch(Phases phases, Consumer<String> say) {
    this.say = say;
    this.phase = new MeasuredPhase(phases, this::after, this::begin, this::end);
  }

  /**
   * Watches a process of this host.
   *
   * @param target whether it is of the system under test
   */
  public synchronized void process(String name, boolean target, ProcessHandle process) {
    watch(name, target, new LocalProcess(process, PROC), PROCESS_SECONDS);
    network.process(name, process.pid());
  }

  /** Watches the metrics page of a process of the system under test; beside what else is known. */
  public synchronized void page(String name, URI page) {
    if (client == null) {
      client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    }
    watch(name, true, new MetricsPage(page, client, say), PAGE_SECONDS);
  }

  /** Watches the metrics pages of a system under test that runs elsewhere. */
  public void pages(List<String> pages) {
    pages.stream().map(URI::create).forEach(page -> page(MetricsPage.name(page), page));
  }

  /** Takes note of what a tool tells; the device simulator says which phase it is. */
  public void saw(ToolEvent event) {
    if (event instanceof ToolEvent.Progress progress && progress.tool().equals(DEVICES)) {
      turns.execute(() -> phase.at(progress));
    }
  }

  /**
   * What the measured phase cost, or nothing if it did not begin or nothing could be read.
   *
   * @param messages messages of the measured phase that were sent, over all flows
   */
  public Optional<TargetCost> cost(long messages) throws InterruptedException {
    try {
      turns.submit(phase::end).get();
      if (lastReadings == null) {
        return Optional.empty();
      }
      lastReadings.get(LONGEST_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      // Then it stays at the readings before.
    } catch (ExecutionException e) {
      throw new IllegalStateException("a reading failed", e.getCause());
    }
    synchronized (this) {
      return Optional.of(
          TargetCost.of(
              watched.entrySet().stream()
                  .map(
                      entry ->
                          entry.getValue().cost(entry.getKey(), network.dropped(entry.getKey())))
                  .flatMap(Optional::stream)
                  .toList(),
              messages,
              network.cost()));
    }
  }

  private void watch(String name, boolean target, Source source, long everySeconds) {
    Watched process = watched.computeIfAbsent(name, each -> new Watched(target));
    Course course = process.add(source, clock);
    var unused =
        turns.scheduleAtFixedRate(
            () -> {
              if (measuring) {
                readers.execute(course::read);
              }
            },
            everySeconds,
            everySeconds,
            TimeUnit.SECONDS);
  }

  private void after(double seconds, Runnable what) {
    var unused = turns.schedule(what, Math.round(seconds * 1e9), TimeUnit.NANOSECONDS);
  }

  private void begin() {
    measuring = true;
    lastReadings = readAll(network::begin);
  }

  private void end() {
    measuring = false;
    lastReadings = readAll(network::end);
  }

  private synchronized CompletableFuture<Void> readAll(Runnable andNetwork) {
    return CompletableFuture.allOf(
        Stream.concat(
                Stream.of(andNetwork),
                watched.values().stream()
                    .flatMap(Watched::courses)
                    .map(course -> (Runnable) course::read))
            .map(reading -> CompletableFuture.runAsync(reading, readers))
            .toArray(CompletableFuture<?>[]::new));
  }

  private static ThreadFactory daemon() {
    return work -> {
      Thread thread = new Thread(work, "cost");
      thread.setDaemon(true);
      return thread;
    };
  }

  @Override
  public void close() {
    turns.shutdownNow();
    readers.shutdownNow();
  }
}
