// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cost;

import io.fleetload.driver.RunClock;
import io.fleetload.pack.Target;
import io.fleetload.profile.Generator;
import io.fleetload.profile.Phases;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.AmqpFailures;
import io.fleetload.results.HostLoad;
import io.fleetload.results.ProcessCost;
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
  private static final long STATE_MILLIS = 100;
  private static final long LONGEST_SECONDS = 3;

  private final Consumer<String> say;
  private final RunClock clock = RunClock.system();
  private final Map<String, Watched> watched = new LinkedHashMap<>();
  // One thread knows the time and the phase; others read, so that a slow page delays nothing.
  private final ScheduledExecutorService turns = Executors.newScheduledThreadPool(1, daemon());
  private final ExecutorService readers = Executors.newCachedThreadPool(daemon());
  private final MeasuredPhase phase;
  private final NetworkWatch network = new NetworkWatch(PROC);
  private List<String> installation = List.of();
  private Target.AmqpMetrics amqp;
  private final HostWatch host;
  private CompletableFuture<Void> lastReadings;
  private boolean measuring;
  private HttpClient client;

  /**
   * Watches nothing yet.
   *
   * @param phases the phases of the run
   * @param limits over which the host itself hindered the run
   * @param targetIsElsewhere whether no part of the target is on this host but what {@link
   *     #process} names
   * @param say told in one line what cannot be read of a metrics page
   */
  public CostWatch(
      Phases phases, Generator limits, boolean targetIsElsewhere, Consumer<String> say) {
    this.say = say;
    this.phase = new MeasuredPhase(phases, this::after, this::begin, this::end);
    this.host = new HostWatch(PROC, clock::nanos, limits, targetIsElsewhere);
    host.process(ProcessHandle.current().pid());
    whileMeasuring(host::look, TimeUnit.SECONDS.toMillis(PROCESS_SECONDS));
    whileMeasuring(host::lookAtStates, STATE_MILLIS);
  }

  /**
   * Watches a process of this host.
   *
   * @param target whether it is of the system under test
   */
  public synchronized void process(String name, boolean target, ProcessHandle process) {
    watch(name, target, new LocalProcess(process, PROC), PROCESS_SECONDS);
    network.process(name, process.pid());
    if (target) {
      host.target(name, process.pid());
    } else {
      host.process(process.pid());
    }
  }

  /**
   * Watches the processes that a process of the system under test has started. Each is a part of
   * its own, named as its program is, or as the process where it is of the same program.
   */
  public synchronized void children(String of, ProcessHandle process) {
    Optional<String> same = process.info().command();
    process
        .children()
        .filter(child -> child.info().command().isPresent())
        .forEach(
            child -> {
              Optional<String> program = child.info().command();
              String name =
                  free(program.equals(same) ? of : Path.of(program.get()).getFileName().toString());
              process(name, true, child);
              parts(name, List.of(name));
            });
  }

  private String free(String name) {
    String free = name;
    for (int i = 2; watched.containsKey(free); i++) {
      free = name + " " + i;
    }
    return free;
  }

  /** Watches the metrics page of a process of the system under test; beside what else is known. */
  public synchronized void page(String name, URI page) {
    if (client == null) {
      client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    }
    SourceReadings course =
        watch(name, true, new PageSource(page, amqp, client, say), PAGE_SECONDS);
    readers.execute(course::readBefore);
    every(
        TimeUnit.SECONDS.toMillis(PAGE_SECONDS),
        () -> {
          if (!measuring) {
            readers.execute(course::readBefore);
          }
        });
  }

  /** Watches the metrics page of a process of a system under test that runs elsewhere. */
  public void page(URI page, List<String> parts) {
    String name = PageSource.name(page);
    page(name, page);
    parts(name, parts);
  }

  /**
   * Says which parts of the installation a process is; a page of which nobody says it may be of
   * any.
   */
  public synchronized void parts(String name, List<String> parts) {
    watched.get(name).is(parts);
  }

  /**
   * Says what is known of every installation, before its pages are watched.
   *
   * @param parts its parts, so that the cost names those that are not in it
   * @param amqp its counters of failed requests between services; null where it has none
   */
  public synchronized void installation(List<String> parts, Target.AmqpMetrics amqp) {
    this.installation = List.copyOf(parts);
    this.amqp = amqp;
  }

  /** Takes note of what a tool tells; the device simulator says which phase it is. */
  public void saw(ToolEvent event) {
    if (event instanceof ToolEvent.Progress progress && progress.tool().equals(DEVICES)) {
      turns.execute(() -> phase.at(progress));
    }
  }

  /**
   * What the measured phase cost, or nothing if it did not begin or nothing could be read; after
   * {@link #awaitEnd}.
   *
   * @param messages messages of the measured phase that were sent, over all flows
   */
  public Optional<TargetCost> cost(long messages) {
    if (lastReadings == null) {
      return Optional.empty();
    }
    synchronized (this) {
      List<ProcessCost> processes =
          watched.entrySet().stream()
              .map(entry -> cost(entry.getKey(), entry.getValue()))
              .flatMap(Optional::stream)
              .toList();
      return Optional.of(
          TargetCost.of(processes, messages, network.cost())
              .with(
                  new PartsOfCost(installation).of(watched.values(), processes),
                  watched.values().stream()
                      .flatMap(Watched::amqp)
                      .reduce(AmqpFailures::plus)
                      .orElse(null)));
    }
  }

  private Optional<ProcessCost> cost(String name, Watched process) {
    return process.cost(name, network.dropped(name), host.health(name, process.longestGcPauseMs()));
  }

  /**
   * What this host did in the measured phase, after {@link #awaitEnd}; null if that did not begin.
   */
  public HostLoad host() {
    return host.load();
  }

  /** The measured phase is over, if it began; waits for the last readings of it. */
  public void awaitEnd() throws InterruptedException {
    try {
      turns.submit(phase::end).get();
      if (lastReadings == null) {
        return;
      }
      lastReadings.get(LONGEST_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      // Then it stays at the readings before.
    } catch (ExecutionException e) {
      throw new IllegalStateException("a reading failed", e.getCause());
    }
  }

  private SourceReadings watch(String name, boolean target, Source source, long everySeconds) {
    Watched process = watched.computeIfAbsent(name, each -> new Watched(target));
    SourceReadings course = process.add(source, clock);
    whileMeasuring(course::read, TimeUnit.SECONDS.toMillis(everySeconds));
    return course;
  }

  private void whileMeasuring(Runnable reading, long millis) {
    every(
        millis,
        () -> {
          if (measuring) {
            readers.execute(reading);
          }
        });
  }

  private void every(long millis, Runnable what) {
    var unused = turns.scheduleAtFixedRate(what, millis, millis, TimeUnit.MILLISECONDS);
  }

  private void after(double seconds, Runnable what) {
    var unused = turns.schedule(what, Math.round(seconds * 1e9), TimeUnit.NANOSECONDS);
  }

  private void begin() {
    measuring = true;
    lastReadings = readAll(network::begin, host::begin);
  }

  private void end() {
    measuring = false;
    // The first readings come before the last ones, also where the phase is over at once.
    lastReadings = lastReadings.thenCompose(first -> readAll(network::end, host::look));
  }

  private synchronized CompletableFuture<Void> readAll(Runnable... andMore) {
    return CompletableFuture.allOf(
        Stream.concat(
                Stream.of(andMore),
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
