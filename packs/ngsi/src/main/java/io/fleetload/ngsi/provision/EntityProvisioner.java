// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.provision;

import io.fleetload.body.Feeders;
import io.fleetload.ngsi.notify.BrokerClient;
import io.fleetload.ngsi.notify.LeftSubscriptions;
import io.fleetload.ngsi.notify.Pipeline;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.ngsi.profile.TearDown;
import io.fleetload.ngsi.profile.Verify;
import io.fleetload.pack.Provisioner;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.format.ExitCode;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Sends what a profile's {@code setUp} says, and removes what its {@code tearDown} names. */
public final class EntityProvisioner implements Provisioner {
  private static final long BETWEEN_LOOKS_MILLIS = 500;
  private static final long SECOND_MILLIS = 1_000;

  private final NgsiProfile profile;
  private final Teller teller;
  private final StopSignal stop;
  private final Clock clock;

  public EntityProvisioner(NgsiProfile profile, Teller teller, StopSignal stop, Clock clock) {
    this.profile = profile;
    this.teller = teller;
    this.stop = stop;
    this.clock = clock;
  }

  /** Work on each step, in their order. */
  @FunctionalInterface
  private interface Visit {
    void with(BrokerClient broker, StepRequests step) throws TargetException, InterruptedException;
  }

  @Override
  public ExitCode apply(boolean newRegistry)
      throws TargetException, UsageException, InterruptedException {
    return visit(
        broker -> new TenantCheck(profile, broker).check(),
        (broker, step) -> {
          if (isThere(broker, step)) {
            say(step.key() + ": is there already");
            return;
          }
          send(broker, step);
          if (step.step().verify() != null && stop.why() == null) {
            await(broker, step);
          }
        });
  }

  @Override
  public ExitCode plan(boolean newRegistry)
      throws TargetException, UsageException, InterruptedException {
    return visit(
        broker -> {},
        (broker, step) ->
            say(
                isThere(broker, step)
                    ? step.key() + ": is there already"
                    : "%s: %d requests, %s"
                        .formatted(step.key(), step.step().count(), step.step().request())));
  }

  @Override
  public ExitCode check() throws TargetException, UsageException {
    return looked(
        (broker, step) -> {
          String missing = missing(broker, step);
          if (missing != null) {
            throw new TargetException(missing + advice());
          }
        });
  }

  @Override
  public ExitCode verify() throws TargetException, UsageException {
    List<String> all = new ArrayList<>();
    ExitCode exit =
        looked(
            (broker, step) -> {
              String missing = missing(broker, step);
              if (missing != null) {
                all.add(missing);
              }
            });
    if (!all.isEmpty()) {
      throw new TargetException(String.join("; ", all) + advice());
    }
    return exit;
  }

  private static String advice() {
    return "; provisioning apply writes it, or a run with target.provision: true";
  }

  /** Looking waits for answers alone, so an interrupt ends it as a signal does. */
  private ExitCode looked(Visit visit) throws TargetException, UsageException {
    try {
      return visit(broker -> {}, visit);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return interrupted();
    }
  }

  @Override
  public ExitCode remove(boolean force) throws TargetException, UsageException {
    Vertx vertx = vertx();
    try {
      BrokerClient broker = new BrokerClient(vertx, profile);
      new TenantCheck(profile, broker).check();
      if (!profile.subscriptions().isEmpty()) {
        int subscriptions = LeftSubscriptions.remove(profile, stop);
        say("%d subscriptions removed".formatted(subscriptions));
      }
      for (TearDown each : profile.tearDown()) {
        say(
            "removes the entities of type %s with ids that begin with %s"
                .formatted(each.type(), each.ids()));
        say("%d entities of type %s removed".formatted(removed(broker, each), each.type()));
      }
      return stop.why() == null ? ExitCode.PASSED : interrupted();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return interrupted();
    } finally {
      close(vertx);
    }
  }

  private int removed(BrokerClient broker, TearDown wanted)
      throws TargetException, InterruptedException {
    if (!broker.broker().isV2()) {
      return new LeftEntities(broker, wanted, null, stop, clock).remove();
    }
    int removed = 0;
    for (String path : LeftEntities.paths(profile)) {
      removed += new LeftEntities(broker, wanted, path, stop, clock).remove();
    }
    return removed;
  }

  private static Vertx vertx() {
    return Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  }

  private static void close(Vertx vertx) {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  /** Work before the first step. */
  @FunctionalInterface
  private interface Before {
    void with(BrokerClient broker) throws TargetException;
  }

  private ExitCode visit(Before before, Visit visit)
      throws TargetException, UsageException, InterruptedException {
    Feeders feeders = Feeders.read(profile);
    Vertx vertx = vertx();
    try {
      BrokerClient broker = new BrokerClient(vertx, profile);
      before.with(broker);
      for (int i = 0; i < profile.setUp().size() && stop.why() == null; i++) {
        visit.with(broker, new StepRequests(profile, i, feeders, clock));
      }
      return stop.why() == null ? ExitCode.PASSED : interrupted();
    } finally {
      close(vertx);
    }
  }

  private ExitCode interrupted() {
    say("interrupted; run it again to complete it");
    return ExitCode.INTERRUPTED;
  }

  private void say(String text) {
    teller.tell(new ToolEvent.Sentence(TOOL, text));
  }

  private static boolean isThere(BrokerClient broker, StepRequests step) throws TargetException {
    return step.step().verify() != null && missing(broker, step) == null;
  }

  /** Entities that the broker lacks of a step, for a line; null if none is missing. */
  private static String missing(BrokerClient broker, StepRequests step) throws TargetException {
    Verify verify = step.step().verify();
    if (verify == null) {
      return null;
    }
    BrokerClient.Answer answer = broker.answer(step.query(broker));
    long found = answer.isSuccess() ? answer.found() : 0;
    if (found >= verify.found()) {
      return null;
    }
    return "%s.verify: %s finds %d of %d%s"
        .formatted(
            step.key(),
            broker.described(),
            found,
            verify.found(),
            answer.isSuccess() ? "" : " (" + answer + ")");
  }

  private void await(BrokerClient broker, StepRequests step)
      throws TargetException, InterruptedException {
    Verify verify = step.step().verify();
    long until = clock.millis() + TimeUnit.NANOSECONDS.toMillis(verify.within().nanos());
    String missing = missing(broker, step);
    while (missing != null && stop.why() == null) {
      if (clock.millis() >= until) {
        throw new TargetException("%s within %s".formatted(missing, verify.within()));
      }
      TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MILLIS);
      missing = missing(broker, step);
    }
  }

  private void send(BrokerClient broker, StepRequests step)
      throws TargetException, InterruptedException {
    Pipeline pipeline = new Pipeline(BrokerClient.MOST_AT_ONCE);
    int count = step.step().count();
    long began = clock.millis();
    long told = began;
    int sent = 0;
    while (sent < count && pipeline.failure() == null && stop.why() == null) {
      int n = sent;
      pipeline.begin(Long.MAX_VALUE, () -> sent(broker, step, n));
      sent++;
      long now = clock.millis();
      if (now - told >= SECOND_MILLIS) {
        told = now;
        tell(step.key(), sent, count, (now - began) / (double) SECOND_MILLIS);
      }
    }
    pipeline.end(Long.MAX_VALUE);
    Throwable failure = pipeline.failure();
    if (failure instanceof Refused refused) {
      throw new TargetException(refused.getMessage());
    }
    if (failure != null) {
      throw broker.unreachable(failure);
    }
    say("%s: %,d %s sent".formatted(step.key(), sent, sent == 1 ? "request" : "requests"));
  }

  private static Future<?> sent(BrokerClient broker, StepRequests step, int n) {
    return step.send(broker, n)
        .compose(
            answer ->
                WriteCheck.is(answer, step.step().expect())
                    ? Future.succeededFuture()
                    : Future.failedFuture(
                        new Refused(
                            "%s: %s refuses request %d: %s"
                                .formatted(step.key(), broker.described(), n, answer))));
  }

  private void tell(String what, int done, int count, double seconds) {
    double perSecond = done / seconds;
    teller.tell(
        new ToolEvent.WorkProgress(TOOL, what, done, count, perSecond, (count - done) / perSecond));
  }

  /** An answer that is not as expected. */
  private static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    Refused(String line) {
      super(line);
    }
  }
}
