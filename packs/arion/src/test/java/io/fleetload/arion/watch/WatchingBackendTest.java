// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.arion.Profiles;
import io.fleetload.arion.TinyArion;
import io.fleetload.arion.grpc.ArionMethod;
import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.arion.provision.RuleServer;
import io.fleetload.arion.rule.RequestBodies;
import io.fleetload.driver.BackendDriver.Reception;
import io.fleetload.driver.RunClock;
import io.fleetload.flow.FlowSpec;
import io.fleetload.health.BackendWatch;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Generator;
import io.fleetload.results.book.BackendReading;
import io.fleetload.rig.ArrivalLog;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WatchingBackendTest {
  private static final RunId RUN = new RunId(0x1f00a);

  private final ArrivalLog book = new ArrivalLog(RUN);
  private final RunClock clock = RunClock.system();
  private TinyArion arion;
  private RuleServer client;

  @BeforeEach
  void start() throws Exception {
    arion = new TinyArion();
    client = new RuleServer(profile(arion).target());
  }

  @AfterEach
  void close() {
    client.close();
    arion.close();
  }

  private static ArionProfile profile(TinyArion server) {
    return Profiles.of(
        """
        target: { server: "%s" }
        rules: { count: 10, groups: 2 }
        devices: { count: 3 }
        watchers: { grpc: 2 }
        phases: { measure: 10s }
        flows: { write: { rate: 1/s, delete: 50%% } }
        """
            .formatted(server.address()));
  }

  private Reception open(TinyArion server, ArrivalLog told) throws Exception {
    BackendWatch watch = new BackendWatch(new Generator(null));
    return new WatchingBackend(profile(server), clock).open(told, watch);
  }

  /** Writes as a client of the run does. */
  private void write(RunId run, int n, Period period) throws Exception {
    FlowSpec.Body body = RequestBodies.of("write", profile(arion));
    long now = clock.epochNanos(clock.nanos());
    Stamp stamp = new Stamp(run, "write", period, n % 3, n, now, now);
    client.ask(ArionMethod.WRITE, body.of("client", stamp));
  }

  private static Optional<BackendReading.Behind> catchUp(Reception reception) throws Exception {
    return reception.catchUp(() -> {});
  }

  @Test
  void aWriteArrivesAtEachWatcherOfItsGroupOnceAndInOrder() throws Exception {
    try (Reception reception = open(arion, book)) {
      for (int n = 0; n < 4; n++) {
        write(RUN, n, Period.WARM_UP);
      }

      assertThat(catchUp(reception)).isEmpty();
    }
    assertThat(book.all())
        .containsExactlyInAnyOrder(
            "0 at 0", "0 at 1", "1 at 0", "1 at 1", "2 at 0", "2 at 1", "3 at 0", "3 at 1");
    assertThat(book.stamps()).allMatch(each -> each.device() == each.n() % 3);
    assertThat(arion.rules()).as("the markers are gone").hasSize(4);
  }

  @Test
  void messagesWithOneNumberOfTwoFlowsAreEachTheirFlows() throws Exception {
    ArionProfile two =
        Profiles.of(
            """
            target: { server: "%s" }
            rules: { count: 10, groups: 2 }
            devices: { groups: { three: { count: 3 }, two: { count: 2 } } }
            phases: { measure: 10s }
            flows:
              write: { of: three, rate: 1/s }
              update: { kind: write, of: two, rate: 1/s }
            """
                .formatted(arion.address()));
    BackendWatch watch = new BackendWatch(new Generator(null));
    try (Reception reception = new WatchingBackend(two, clock).open(book, watch)) {
      long now = clock.epochNanos(clock.nanos());
      for (String flow : two.flows().keySet()) {
        for (int n = 0; n < 4; n++) {
          int client = two.turns(flow).device(n);
          Stamp stamp = new Stamp(RUN, flow, Period.MEASURED, client, n, now, now);
          this.client.ask(ArionMethod.WRITE, RequestBodies.of(flow, two).of("client", stamp));
        }
      }

      assertThat(catchUp(reception)).isEmpty();
    }
    assertThat(book.stamps())
        .extracting(each -> each.flow() + " " + each.n() + " of " + each.device())
        .containsExactlyInAnyOrder(
            "write 0 of 0",
            "write 1 of 1",
            "write 2 of 2",
            "write 3 of 0",
            "update 0 of 4",
            "update 1 of 3",
            "update 2 of 4",
            "update 3 of 3");
  }

  @Test
  void whatWasThereBeforeIsNotTold() throws Exception {
    write(RUN, 3, Period.WARM_UP);
    try (Reception reception = open(arion, book)) {
      assertThat(catchUp(reception)).isEmpty();
    }
    assertThat(book.all()).isEmpty();
  }

  @Test
  void aDeletionIsToldAsTheMessageThatDeleted() throws Exception {
    // In even rounds of ten, every rule of even index is deleted; in the others it is written.
    write(RUN, 12, Period.MEASURED);
    try (Reception reception = open(arion, book)) {
      write(RUN, 22, Period.MEASURED);

      assertThat(catchUp(reception)).isEmpty();
    }
    assertThat(arion.rules()).isEmpty();
    assertThat(book.all()).containsExactlyInAnyOrder("22 at 0", "22 at 1");
    assertThat(book.stamps())
        .allMatch(each -> each.period() == Period.MEASURED && each.sent() == Stamp.UNKNOWN);
  }

  @Test
  void rulesOfAnotherRunAndOfNobodyAreNoMessages() throws Exception {
    try (Reception reception = open(arion, book)) {
      write(new RunId(7), 1, Period.MEASURED);
      assertThat(catchUp(reception)).isEmpty();
    }
    assertThat(book.all()).containsExactly("foreign", "foreign");
  }

  @Test
  void aWatchThatTheServerEndsBeginsAnewWhereItEnded() throws Exception {
    try (Reception reception = open(arion, book)) {
      write(RUN, 1, Period.MEASURED);
      arion.endWatches();
      write(RUN, 3, Period.MEASURED);

      assertThat(catchUp(reception)).isEmpty();
    }
    assertThat(book.all()).containsExactlyInAnyOrder("1 at 0", "1 at 1", "3 at 0", "3 at 1");
  }

  @Test
  void aServerThatTellsNothingAnyMoreIsBehind() throws Exception {
    try (Reception reception = open(arion, book)) {
      arion.close();

      assertThat(catchUp(reception).orElseThrow().source())
          .contains(arion.address(), "4 of 4 watchers");
    }
  }

  @Test
  void aServerWithoutWatchesIsNamed() throws Exception {
    try (TinyArion other = TinyArion.without(ArionMethod.WATCH)) {
      assertThatThrownBy(() -> open(other, book))
          .isInstanceOf(TargetException.class)
          .hasMessageContaining(other.address())
          .hasMessageContaining("has no method arion.schema.Watch/Watch");
    }
  }

  @Test
  void withoutARunIdNobodyKnowsWhoseADeletionIs() {
    assertThatThrownBy(() -> open(arion, new ArrivalLog(null)))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--run-id: is missing");
  }
}
