// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.arion.embedded.alcor.GoalStateOperationReply;
import io.fleetload.arion.embedded.alcor.GoalStateOperationReply.GoalStateOperationStatus;
import io.fleetload.arion.embedded.alcor.NeighborState;
import io.fleetload.arion.embedded.alcor.OperationType;
import io.fleetload.arion.embedded.fault.Faults;
import io.fleetload.arion.embedded.schema.ArionWingRequest;
import io.fleetload.arion.embedded.schema.HostRequest;
import io.fleetload.arion.embedded.schema.NeighborRule;
import io.fleetload.arion.embedded.schema.NeighborRulesResponse;
import io.fleetload.arion.embedded.service.Methods;
import io.grpc.CallOptions;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Each fault as a client sees it. */
class FaultsTest {
  private static final HostRequest READ = Messages.read("10.1.1.1");

  @Test
  void aStreamThatHalfClosesAtOnceLosesItsNewestAnswersAndEndsWithOk() throws Exception {
    try (ServerInTest server = new ServerInTest(ServerInTest.AS_ARION);
        Client client = client(server)) {
      Stream<HostRequest, NeighborRulesResponse> stream = client.stream();
      for (int i = 0; i < 1_000; i++) {
        stream.send(READ);
      }
      stream.halfClose();
      assertThat(stream.rest()).hasSizeBetween(1, 992);
    }
  }

  @Test
  void aStreamThatHalfClosesAfterItsLastAnswerLosesNone() throws Exception {
    try (ServerInTest server = new ServerInTest(ServerInTest.AS_ARION);
        Client client = client(server)) {
      Stream<HostRequest, NeighborRulesResponse> stream = client.stream();
      for (int i = 0; i < 100; i++) {
        stream.send(READ);
      }
      assertThat(stream.next(100)).hasSize(100);
      stream.halfClose();
      assertThat(stream.rest()).isEmpty();
    }
  }

  @Test
  void anUnknownKeyInAStreamGetsNoAnswer() throws Exception {
    Faults faults = new Faults(false, true, false, false, 0, 0, 0);
    try (ServerInTest server = new ServerInTest(faults);
        Client client = client(server)) {
      Stream<HostRequest, NeighborRulesResponse> stream = client.stream();
      stream.send(READ);
      stream.send(Messages.read("10.9.9.9"));
      stream.send(Messages.read("10.1.1.1", "10.9.9.9"));
      stream.halfClose();
      assertThat(stream.rest()).containsExactly(client.read(READ));
    }
  }

  @Test
  void aWriteSaysSuccessWhateverHappened() throws Exception {
    Faults faults = new Faults(false, false, true, false, 0, 0, 0);
    GoalStateOperationReply success =
        GoalStateOperationReply.newBuilder()
            .addOperationStatuses(GoalStateOperationStatus.getDefaultInstance())
            .build();
    try (ServerInTest server = new ServerInTest(faults);
        Client client = client(server)) {
      NeighborState get = Messages.state(OperationType.GET, "10.1.1.1", "a");
      assertThat(client.write(Messages.write(get))).isEqualTo(success);
      assertThat(client.write(Messages.write(Messages.delete("10.9.9.9", "a")))).isEqualTo(success);
      assertThat(client.write(Messages.write())).isEqualTo(success);
    }
  }

  @Test
  void aDeletionIsNotAnnounced() throws Exception {
    Faults faults = new Faults(false, false, false, true, 0, 0, 0);
    try (ServerInTest server = new ServerInTest(faults);
        Client client = client(server)) {
      Stream<ArionWingRequest, NeighborRule> watch = client.watch("a", 0);
      client.write(Messages.write(Messages.delete("10.1.1.1", "a")));
      client.write(Messages.write(Messages.create("10.1.1.2", "a")));
      assertThat(watch.next(2))
          .extracting(Messages::told)
          .containsExactly("CREATE 10.1.1.1 v1", "CREATE 10.1.1.2 v3");
    }
  }

  @Test
  void theThirdRequestOfAConnectionClosesIt() throws Exception {
    Faults faults = new Faults(false, false, false, false, 3, 0, 0);
    try (ServerInTest server = new ServerInTest(faults);
        Client client = client(server)) {
      Stream<HostRequest, NeighborRulesResponse> stream = client.stream();
      stream.send(READ);
      stream.next();
      stream.send(READ);
      assertThat(stream.end().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
      assertThat(client.read(READ).getNeighborrulesCount()).as("over the next one").isEqualTo(1);
      assertThat(server.metrics()).contains("arion_connections_accepted_total 2\n");
    }
  }

  @Test
  void everySecondRequestIsNotAnswered() throws Exception {
    Faults faults = new Faults(false, false, false, false, 0, 2, 0);
    try (ServerInTest server = new ServerInTest(faults);
        Client client = client(server)) {
      Future<NeighborRulesResponse> silent = read(client);
      assertThat(client.read(READ).getNeighborrulesCount()).isEqualTo(1);
      Stream<HostRequest, NeighborRulesResponse> stream = client.stream();
      stream.send(READ);
      stream.send(READ);
      stream.send(READ);
      stream.halfClose();
      assertThat(stream.rest()).hasSize(1);
      assertThat(silent.isDone()).isFalse();
    }
  }

  @Test
  void everySecondRequestIsRefused() throws Exception {
    Faults faults = new Faults(false, false, false, false, 0, 0, 2);
    try (ServerInTest server = new ServerInTest(faults);
        Client client = client(server)) {
      assertThatThrownBy(() -> client.read(READ))
          .isInstanceOf(StatusRuntimeException.class)
          .hasMessage("UNAVAILABLE: refused");
      assertThat(client.read(READ).getNeighborrulesCount()).isEqualTo(1);
      Stream<HostRequest, NeighborRulesResponse> stream = client.stream();
      stream.send(READ);
      assertThat(stream.end().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    }
  }

  private static Future<NeighborRulesResponse> read(Client client) {
    return ClientCalls.futureUnaryCall(
        client
            .channel()
            .newCall(Methods.READ, CallOptions.DEFAULT.withDeadlineAfter(60, TimeUnit.SECONDS)),
        READ);
  }

  /** After its first request, which wrote a rule. */
  private static Client client(ServerInTest server) {
    Client client = server.client();
    client.write(Messages.write(Messages.create("10.1.1.1", "a")));
    return client;
  }
}
