// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded;

import io.fleetload.hono.embedded.part.FutureWait;
import io.fleetload.hono.embedded.part.Part;
import io.fleetload.hono.embedded.part.StartFailure;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts parts stage by stage, those of a stage at the same time and each within a bounded time,
 * and stops those it started in reverse. Stopping may come from another thread while a part is
 * still starting.
 */
final class PartSequence {

  private static final Logger LOG = LoggerFactory.getLogger(PartSequence.class);

  private final List<List<Part>> stages;
  private final Deque<Part> started = new ArrayDeque<>();
  private final Map<String, PartState> states = Collections.synchronizedMap(new LinkedHashMap<>());
  private boolean stopping;

  PartSequence(List<List<Part>> stages) {
    this.stages = stages.stream().map(List::copyOf).toList();
    this.stages.forEach(stage -> stage.forEach(part -> states.put(part.name(), PartState.WAITING)));
  }

  /** A copy of the state of each part, in the order of their start. */
  Map<String, PartState> states() {
    synchronized (states) {
      return new LinkedHashMap<>(states);
    }
  }

  /**
   * Starts all of them.
   *
   * @param death completed when a part dies by itself, which ends the start as well
   * @param waits receives the parts that are waited for, whenever they change
   * @throws StartFailure naming the part that did not come up
   */
  void start(CompletableFuture<Throwable> death, Consumer<String> waits) throws StartFailure {
    for (List<Part> stage : stages) {
      Map<Part, CompletableFuture<Throwable>> starting = new LinkedHashMap<>();
      for (Part part : stage) {
        if (!begin(part)) {
          throw new StartFailure("stopped while it was starting");
        }
        starting.put(part, startOf(part));
      }
      for (Map.Entry<Part, CompletableFuture<Throwable>> each : starting.entrySet()) {
        waits.accept(starting());
        await(each.getKey(), each.getValue(), death);
        states.put(each.getKey().name(), PartState.UP);
      }
    }
  }

  private String starting() {
    return states().entrySet().stream()
        .filter(each -> each.getValue() == PartState.STARTING)
        .map(Map.Entry::getKey)
        .collect(Collectors.joining(", "));
  }

  private synchronized boolean begin(Part part) {
    if (!stopping) {
      states.put(part.name(), PartState.STARTING);
      started.push(part);
    }
    return !stopping;
  }

  private static CompletableFuture<Throwable> startOf(Part part) {
    CompletableFuture<Throwable> up = new CompletableFuture<>();
    Thread starter = new Thread(() -> run(part, up), "start " + part.name());
    starter.setDaemon(true);
    starter.start();
    return up;
  }

  private static void await(
      Part part, CompletableFuture<Throwable> up, CompletableFuture<Throwable> death)
      throws StartFailure {
    try {
      CompletableFuture.anyOf(up, death).get(FutureWait.SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw StartFailure.late(part, FutureWait.SECONDS);
    } catch (ExecutionException e) {
      throw StartFailure.of(part, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw StartFailure.of(part, e);
    }
    if (death.isDone()) {
      throw StartFailure.of(part, death.join());
    }
  }

  // Whatever a part throws, errors of class loading included, becomes the one line.
  @SuppressWarnings("CatchingUnchecked")
  private static void run(Part part, CompletableFuture<Throwable> up) {
    long since = System.nanoTime();
    try {
      part.start();
      LOG.info("{} up in {} ms", part.name(), (System.nanoTime() - since) / 1_000_000);
      up.complete(null);
    } catch (Throwable t) {
      LOG.info("{} did not start", part.name(), t);
      up.completeExceptionally(t);
    }
  }

  /**
   * Ends a part while the others go on.
   *
   * @param name its name
   * @throws Exception if there is no such part, or it does not end in order
   */
  void end(String name) throws Exception {
    Part part = part(name);
    states.put(name, PartState.DOWN);
    part.stop();
  }

  /**
   * Starts a part that was ended.
   *
   * @param death completed when a part dies by itself
   * @throws StartFailure if it does not come up
   */
  void begin(String name, CompletableFuture<Throwable> death) throws StartFailure {
    Part part = part(name);
    states.put(name, PartState.STARTING);
    await(part, startOf(part), death);
    states.put(name, PartState.UP);
  }

  private Part part(String name) throws StartFailure {
    return stages.stream()
        .flatMap(List::stream)
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new StartFailure("no part is called " + name));
  }

  /** Stops what was started; a part that cannot is left to the end of the process. */
  void stop() {
    synchronized (this) {
      stopping = true;
    }
    for (Part part = next(); part != null; part = next()) {
      states.put(part.name(), PartState.DOWN);
      long since = System.nanoTime();
      try {
        part.stop();
        LOG.info("{} down in {} ms", part.name(), (System.nanoTime() - since) / 1_000_000);
      } catch (Exception e) {
        LOG.info("{} did not stop in order", part.name(), e);
      }
    }
  }

  private synchronized Part next() {
    return started.poll();
  }
}
