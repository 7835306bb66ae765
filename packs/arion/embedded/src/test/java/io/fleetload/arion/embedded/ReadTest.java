// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.arion.embedded.schema.HostRequest;
import io.fleetload.arion.embedded.schema.NeighborRulesResponse;
import io.grpc.StatusRuntimeException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReadTest {
  private ServerInTest server;
  private Client client;

  @BeforeEach
  void start() throws Exception {
    server = new ServerInTest(ServerInTest.NONE);
    client = server.client();
    client.write(
        Messages.write(Messages.create("10.1.1.1", "a"), Messages.create("10.1.1.2", "a")));
  }

  @AfterEach
  void end() {
    client.close();
    server.close();
  }

  @Test
  void eachKeyOfARequestIsAnswered() {
    NeighborRulesResponse answer = client.read(Messages.read("10.1.1.2", "10.1.1.1"));
    assertThat(answer.getNeighborrulesList())
        .extracting(each -> each.getRequestId() + " is " + each.getNeighborrule().getIp())
        .containsExactly("for 10.1.1.2 is 10.1.1.2", "for 10.1.1.1 is 10.1.1.1");
  }

  @Test
  void anUnknownKeyAmongSeveralFailsTheRequest() {
    assertThatThrownBy(() -> client.read(Messages.read("10.1.1.1", "10.9.9.9")))
        .isInstanceOf(StatusRuntimeException.class)
        .hasMessage("UNKNOWN");
  }

  @Test
  void aStreamThatHalfClosesAtOnceGetsAllAnswersInOrder() throws Exception {
    Stream<HostRequest, NeighborRulesResponse> stream = client.stream();
    for (int i = 0; i < 1_000; i++) {
      stream.send(Messages.read(i % 2 == 0 ? "10.1.1.1" : "10.1.1.2"));
    }
    stream.halfClose();
    List<NeighborRulesResponse> answers = stream.rest();
    assertThat(answers).hasSize(1_000);
    for (int i = 0; i < answers.size(); i++) {
      assertThat(answers.get(i).getNeighborrules(0).getNeighborrule().getIp())
          .isEqualTo(i % 2 == 0 ? "10.1.1.1" : "10.1.1.2");
    }
  }

  @Test
  void anUnknownKeyInAStreamGetsAReplyWithoutARule() throws Exception {
    Stream<HostRequest, NeighborRulesResponse> stream = client.stream();
    stream.send(Messages.read("10.1.1.1", "10.9.9.9"));
    stream.halfClose();
    assertThat(stream.rest())
        .singleElement()
        .satisfies(
            answer ->
                assertThat(answer.getNeighborrulesList())
                    .extracting(each -> each.getRequestId() + " " + each.hasNeighborrule())
                    .containsExactly("for 10.1.1.1 true", "for 10.9.9.9 false"));
    assertThat(server.metrics())
        .contains("arion_requests_total{method=\"RequestGoalstateStream\"} 1\n")
        .contains("arion_unknown_keys_total 1\n");
  }

  @Test
  void aStreamIsReadOnlyAsFastAsItsAnswersAreTaken() throws Exception {
    Stream<HostRequest, NeighborRulesResponse> stream = client.streamThatTakes(0);
    HostRequest large =
        Messages.read(Collections.nCopies(1_000, "10.1.1.1").toArray(String[]::new));
    int answerBytes = client.read(large).getSerializedSize();
    int fitting = 2 * 1_048_576 / answerBytes;
    for (int i = 0; i < 10 * fitting; i++) {
      stream.send(large);
    }
    stream.halfClose();
    for (int taken = 1; taken <= 4 * fitting; taken++) {
      stream.take(1);
      stream.next();
      assertThat(streamReads()).isLessThanOrEqualTo(taken + fitting);
    }
    stream.take(10 * fitting);
    assertThat(stream.rest()).hasSize(6 * fitting);
  }

  private int streamReads() throws Exception {
    String count = "(?s).*method=\"RequestGoalstateStream\"} (\\d+).*";
    return Integer.parseInt(server.metrics().replaceAll(count, "$1"));
  }
}
