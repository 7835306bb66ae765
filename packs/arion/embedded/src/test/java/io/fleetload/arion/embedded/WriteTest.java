// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.arion.embedded.alcor.NeighborState;
import io.fleetload.arion.embedded.alcor.OperationType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WriteTest {
  private static final String SUCCESS = " INFO SUCCESS";

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
  void allThatWasDoneIsOneSuccess() throws Exception {
    assertThat(
            answered(
                Messages.create("10.1.1.1", "a"),
                Messages.state(OperationType.UPDATE, "10.1.1.2", "a"),
                Messages.state(OperationType.INFO, "10.1.1.3", "a")))
        .containsExactly(SUCCESS);
    assertThat(answered(Messages.delete("10.1.1.1", "a"))).containsExactly(SUCCESS);
    assertThat(server.metrics()).contains("arion_rules 2\n");
  }

  @Test
  void whatWasNotDoneIsSaidForEachState() {
    NeighborState without =
        NeighborState.newBuilder().setOperationType(OperationType.CREATE).build();
    assertThat(
            answered(
                Messages.create("10.1.1.1", "a"),
                Messages.delete("10.9.9.9", "a"),
                Messages.state(OperationType.GET, "10.1.1.1", "a"),
                without))
        .containsExactly(
            "id-10.9.9.9 DELETE FAILURE", "id-10.1.1.1 GET INVALID_ARG", " CREATE INVALID_ARG");
  }

  @Test
  void aRequestWithoutAStateIsInvalid() {
    assertThat(answered()).containsExactly(" INFO INVALID_ARG");
  }

  @Test
  void eachFixedIpIsARuleOfItsOwn() {
    NeighborState.Builder two = Messages.create("10.1.1.1", "a").toBuilder();
    two.getConfigurationBuilder()
        .addFixedIps(Messages.create("10.1.1.2", "b").getConfiguration().getFixedIps(0));
    assertThat(answered(two.build())).containsExactly(SUCCESS);
    assertThat(client.read(Messages.read("10.1.1.1", "10.1.1.2")).getNeighborrulesList())
        .extracting(each -> each.getNeighborrule().getArionwingGroup())
        .containsExactly("a", "b");
  }

  @Test
  void whoGotTheAnswerReadsWhatHeWrote() {
    for (int i = 1; i <= 1_000; i++) {
      client.write(Messages.write(Messages.create("10.1.1.1", "a")));
      assertThat(client.read(Messages.read("10.1.1.1")).getNeighborrules(0).getNeighborrule())
          .extracting(rule -> rule.getVersion())
          .isEqualTo((long) i);
    }
  }

  private List<String> answered(NeighborState... states) {
    List<String> statuses = new ArrayList<>();
    client
        .write(Messages.write(states))
        .getOperationStatusesList()
        .forEach(
            each ->
                statuses.add(
                    each.getResourceId()
                        + ' '
                        + each.getOperationType()
                        + ' '
                        + each.getOperationStatus()));
    return statuses;
  }
}
