// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.arion.embedded.alcor.GoalStateOperationReply;
import io.fleetload.arion.embedded.alcor.NeighborState;
import io.fleetload.arion.embedded.schema.ArionWingRequest;
import io.fleetload.arion.embedded.schema.NeighborRule;
import io.fleetload.arion.embedded.service.Methods;
import io.grpc.CallOptions;
import io.grpc.stub.ClientCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WatchTest {
  private ServerInTest server;
  private Client client;

  @BeforeEach
  void start() throws Exception {
    server = new ServerInTest(ServerInTest.NONE);
    client = server.client();
  }

  @AfterEach
  void end() {
    client.close();
    server.close();
  }

  @Test
  void aWatchGetsWhatIsThereAndThenEachChangeOfItsGroup() throws Exception {
    write(Messages.create("10.1.1.1", "a"), Messages.create("10.1.1.2", "a"));
    write(Messages.create("10.1.1.1", "a"), Messages.create("10.2.2.2", "b"));
    Stream<ArionWingRequest, NeighborRule> watch = client.watch("a", 0);
    assertThat(told(watch, 2)).containsExactly("CREATE 10.1.1.2 v2", "CREATE 10.1.1.1 v3");
    write(Messages.create("10.1.1.3", "a"), Messages.create("10.2.2.2", "b"));
    write(Messages.delete("10.1.1.2", "a"));
    write(Messages.create("10.1.1.3", "a"));
    assertThat(told(watch, 3))
        .containsExactly("CREATE 10.1.1.3 v4", "DELETE 10.1.1.2 v5", "CREATE 10.1.1.3 v6");
  }

  @Test
  void aDeletedRuleIsAnnouncedWithItsAddresses() throws Exception {
    write(Messages.create("10.1.1.1", "a"));
    Stream<ArionWingRequest, NeighborRule> watch = client.watch("a", 0);
    NeighborRule created = watch.next();
    write(Messages.delete("10.1.1.1", "a"));
    NeighborRule deleted = watch.next();
    assertThat(
            deleted.toBuilder().setOperationType(created.getOperationType()).setVersion(1).build())
        .isEqualTo(created);
  }

  @Test
  void aRuleThatChangesItsGroupIsDeletedFromTheOther() throws Exception {
    write(Messages.create("10.1.1.1", "a"));
    Stream<ArionWingRequest, NeighborRule> watch = client.watch("a", 2);
    Stream<ArionWingRequest, NeighborRule> other = client.watch("b", 0);
    write(Messages.create("10.1.1.1", "b"));
    assertThat(told(watch, 1)).containsExactly("DELETE 10.1.1.1 v2");
    assertThat(told(other, 1)).containsExactly("CREATE 10.1.1.1 v1");
  }

  @Test
  void aWatchFromAVersionGetsOnlyWhatIsNotOlder() throws Exception {
    write(Messages.create("10.1.1.1", "a"), Messages.create("10.1.1.2", "a"));
    assertThat(told(client.watch("a", 2), 1)).containsExactly("CREATE 10.1.1.2 v2");
  }

  @Test
  void aWatchMayHaveSeveralGroupsAndOutlivesItsHalfClose() throws Exception {
    write(Messages.create("10.1.1.1", "a"), Messages.create("10.2.2.2", "b"));
    Stream<ArionWingRequest, NeighborRule> watch = client.watch("a", 0);
    watch.send(ArionWingRequest.newBuilder().setGroup("b").build());
    watch.halfClose();
    assertThat(told(watch, 2)).containsExactly("CREATE 10.1.1.1 v1", "CREATE 10.2.2.2 v1");
    write(Messages.create("10.2.2.3", "b"));
    assertThat(told(watch, 1)).containsExactly("CREATE 10.2.2.3 v2");
  }

  @Test
  void aWatchThatAsksForNothingEndsWithItsHalfClose() throws Exception {
    Stream<ArionWingRequest, NeighborRule> watch =
        new Stream<>(client.channel().newCall(Methods.WATCH, CallOptions.DEFAULT), 1);
    watch.halfClose();
    assertThat(watch.end().isOk()).isTrue();
  }

  @Test
  void watchersHearOfEachVersionOnceInOrderWhileOthersWrite() throws Exception {
    int writes = 5_000;
    List<Future<GoalStateOperationReply>> answers = new ArrayList<>();
    List<Stream<ArionWingRequest, NeighborRule>> watches = new ArrayList<>();
    try (Client second = server.client()) {
      for (int i = 0; i < writes; i++) {
        Client writer = i % 2 == 0 ? client : second;
        NeighborState rule = Messages.create("10.1." + i / 250 + "." + i % 250, "a");
        answers.add(
            ClientCalls.futureUnaryCall(
                writer.channel().newCall(Methods.WRITE, CallOptions.DEFAULT),
                Messages.write(rule)));
        if (i % 1_000 == 0) {
          watches.add(client.watch("a", 0));
        }
      }
      for (Future<GoalStateOperationReply> each : answers) {
        assertThat(each.get().getOperationStatusesCount()).isEqualTo(1);
      }
    }
    for (Stream<ArionWingRequest, NeighborRule> each : watches) {
      long version = 0;
      for (NeighborRule told : each.next(writes)) {
        assertThat(told.getVersion()).isEqualTo(++version);
      }
    }
  }

  @Test
  void aCancelledWatchIsForgotten() throws Exception {
    write(Messages.create("10.1.1.1", "a"));
    Stream<ArionWingRequest, NeighborRule> gone = client.watch("a", 0);
    Stream<ArionWingRequest, NeighborRule> stays = client.watch("a", 0);
    gone.next();
    stays.next();
    assertThat(server.metrics()).contains("arion_watchers 2\n");
    gone.cancel();
    // Sent behind the cancellation, over the same connection.
    write(Messages.create("10.1.1.2", "a"));
    assertThat(told(stays, 1)).containsExactly("CREATE 10.1.1.2 v2");
    assertThat(server.metrics())
        .contains("arion_watchers 1\n")
        .contains("arion_watched_rules_total 3\n");
  }

  private void write(NeighborState... states) {
    client.write(Messages.write(states));
  }

  private static List<String> told(Stream<ArionWingRequest, NeighborRule> watch, int count)
      throws InterruptedException {
    return watch.next(count).stream().map(Messages::told).toList();
  }
}
