// SPDX-License-Identifier: EPL-2.0
package io.fleetload.cost;

import io.fleetload.driver.RunClock;
import io.fleetload.pack.Target;
import io.fleetload.profile.Phases;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.Result;
import io.fleetload.results.cost.NetworkCost;
import io.fleetload.results.cost.ProcessCost;
import io.fleetload.results.cost.ServiceFailures;
import io.fleetload.results.cost.TargetCost;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
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
 * Reads during the measured phase what processes use: metrics pages every 5 s, other sources as
 * often as they are worth it. What cannot be read is left out; the run goes on.
 */
public final class CostReadings implements AutoCloseable {
  private static final String DEVICES = "device-simulator";
  private static final long PAGE_SECONDS = 5;
  private static final long LONGEST_SECONDS = 3;

  private final HostReading host;
  private final Consumer<String> say;
  private final RunClock clock = RunClock.system();
  private final Map<String, ProcessWatch> watched = new LinkedHashMap<>();
  // One thread knows the time and the phase; others read, so that a slow page delays nothing.
  private final ScheduledExecutorService turns = Executors.newScheduledThreadPool(1, daemon());
  private final ExecutorService readers = Executors.newCachedThreadPool(daemon());
  private final MeasuredPhase phase;
  private final Phases phases;
  private List<String> installation = List.of();
  private Target.ServiceMetrics services;
  private CompletableFuture<Void> lastReadings;
  private boolean measuring;

  /** Readings of the host that the processes run on. */
  public interface HostReading {
    /** Readings of a host for processes that run elsewhere: none. */
    HostReading ELSEWHERE = new HostReading() {};

    /** The measured phase begins. */
    default void begin() {}

    /** The measured phase is over. */
    default void end() {}

    /** Returns the traffic of its network, or null. */
    default NetworkCost network() {
      return null;
    }

    /** Datagrams that the sockets of a process dropped, or null. */
    default Long dropped(String process) {
      return null;
    }

    /** Returns the hindrances of a process that are not its fault, or null. */
    default ProcessCost.ProcessHealth health(String process, Double longestGcPauseMs) {
      return longestGcPauseMs == null
          ? null
          : new ProcessCost.ProcessHealth(null, null, longestGcPauseMs);
    }
  }

  /**
   * Creates readings that read nothing yet.
   *
   * @param phases the phases of the run
   * @param say receives one line for what cannot be read of a metrics page
   */
  public CostReadings(Phases phases, HostReading host, Consumer<String> say) {
    this.host = host;
    this.say = say;
    this.phase = new MeasuredPhase(phases, this::after, this::begin, this::end);
    this.phases = phases;
  }

  /**
   * Sets the traits of every installation, before its pages are watched.
   *
   * @param parts its parts, so that the cost names those that are not in it
   * @param services its counters of failed requests between services; null if it has no such
   *     counters
   */
  public synchronized void installation(List<String> parts, Target.ServiceMetrics services) {
    this.installation = List.copyOf(parts);
    this.services = services;
  }

  /** Reads the metrics pages of a system under test that runs elsewhere. */
  public void pagesOf(Target target) {
    installation(target.parts(), target.services());
    for (Target.MetricsPage each : target.pages()) {
      for (URI page : each.everyAddress() ? addresses(each.url()) : List.of(each.url())) {
        String name = PageSource.name(page);
        page(name, page);
        parts(name, each.parts());
      }
    }
  }

  /** The page of every address of a name; those of IPv4 alone where it has both. */
  private static List<URI> addresses(URI page) {
    try {
      List<InetAddress> all = List.of(InetAddress.getAllByName(page.getHost()));
      List<InetAddress> four = all.stream().filter(Inet4Address.class::isInstance).toList();
      List<URI> pages = new ArrayList<>();
      for (InetAddress each : four.isEmpty() ? all : four) {
        pages.add(
            new URI(
                page.getScheme(),
                null,
                each.getHostAddress(),
                page.getPort(),
                page.getPath(),
                page.getQuery(),
                null));
      }
      return pages;
    } catch (UnknownHostException | URISyntaxException e) {
      // Its source says that it is not reachable.
      return List.of(page);
    }
  }

  /** Reads the metrics page of a process of the system under test; beside what else is known. */
  public synchronized void page(String name, URI page) {
    SourceReadings course = source(name, true, new PageSource(page, services, say), PAGE_SECONDS);
    readers.execute(course::readBefore);
    every(
        TimeUnit.SECONDS.toMillis(PAGE_SECONDS),
        () -> {
          // After the measured phase the target may be gone.
          if (lastReadings == null) {
            readers.execute(course::readBefore);
          }
        });
  }

  /**
   * Reads a process.
   *
   * @param target whether it is of the system under test
   */
  public synchronized void process(String name, boolean target, Source source, long everySeconds) {
    source(name, target, source, everySeconds);
  }

  private SourceReadings source(String name, boolean target, Source source, long everySeconds) {
    ProcessWatch process = watched.computeIfAbsent(name, each -> new ProcessWatch(target));
    SourceReadings course = process.add(source, clock);
    whileMeasuring(course::read, TimeUnit.SECONDS.toMillis(everySeconds));
    return course;
  }

  /** Returns whether a process of that name is read. */
  public synchronized boolean has(String name) {
    return watched.containsKey(name);
  }

  /**
   * Sets the parts of the installation that a process is. A page without set parts may be of any.
   */
  public synchronized void parts(String name, List<String> parts) {
    watched.get(name).is(parts);
  }

  /** Takes note of what a tool tells; the device simulator says which phase it is. */
  public void saw(ToolEvent event) {
    if (event instanceof ToolEvent.Progress progress && progress.tool().equals(DEVICES)) {
      turns.execute(() -> phase.at(progress));
    }
  }

  /** Takes note of when the flows begin, where no device simulator tells the phase. */
  public void flowsBeginIn(Duration time) {
    double end = time.toNanos() / 1e9 + phases.beforeDrain().seconds();
    after(end - phases.measure().seconds(), phase::begin);
    after(end, phase::end);
  }

  /** A result with what its measured phase cost, where that is known; after {@link #awaitEnd}. */
  public Result addedTo(Result result) {
    long messages =
        result.figures().flows().values().stream().mapToLong(flow -> flow.counts().sent()).sum();
    return cost(messages).map(result::with).orElse(result);
  }

  /**
   * Returns the cost of the measured phase, or nothing if that did not begin or no process was
   * read; to be called after {@link #awaitEnd}.
   *
   * @param messages messages of the measured phase that were sent, over all flows
   */
  public synchronized Optional<TargetCost> cost(long messages) {
    if (lastReadings == null || watched.isEmpty()) {
      return Optional.empty();
    }
    List<ProcessCost> processes =
        watched.entrySet().stream()
            .map(entry -> cost(entry.getKey(), entry.getValue()))
            .flatMap(Optional::stream)
            .toList();
    return Optional.of(
        TargetCost.of(processes, messages, host.network())
            .with(
                new PartsOfCost(installation).of(watched.values(), processes),
                watched.values().stream()
                    .flatMap(ProcessWatch::services)
                    .reduce(ServiceFailures::plus)
                    .orElse(null)));
  }

  private Optional<ProcessCost> cost(String name, ProcessWatch process) {
    return process.cost(name, host.dropped(name), host.health(name, process.longestGcPauseMs()));
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

  /** Does something again and again in the measured phase. */
  public void whileMeasuring(Runnable reading, long millis) {
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
    lastReadings = readAll(host::begin);
  }

  private void end() {
    measuring = false;
    // The first readings come before the last ones, also where the phase is over at once.
    lastReadings = lastReadings.thenCompose(first -> readAll(host::end));
  }

  private synchronized CompletableFuture<Void> readAll(Runnable andMore) {
    return CompletableFuture.allOf(
        Stream.concat(
                Stream.of(andMore),
                watched.values().stream()
                    .flatMap(ProcessWatch::courses)
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
