// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.process.StopSignal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The lines that reach the protocol's library, and the end of the input. */
class ClientInputTest {
  private final ByteArrayOutputStream answers = new ByteArrayOutputStream();
  private final StopSignal stop = new StopSignal();

  private String handedOn(String input) throws Exception {
    CountDownLatch ended = new CountDownLatch(1);
    stop.onStop(ended::countDown);
    ClientInput client =
        new ClientInput(new ByteArrayInputStream(input.getBytes(UTF_8)), answers, stop);
    String handed = new String(client.open().readAllBytes(), UTF_8);
    assertThat(ended.await(1, TimeUnit.MINUTES)).isTrue();
    return handed;
  }

  @Test
  void messagesAreHandedOnAndTheEndStopsTheServer() throws Exception {
    String messages =
        """
        {"jsonrpc":"2.0","id":1,"method":"ping"}
        {"jsonrpc":"2.0","id":7,"result":{"ü":1}}
        """;
    assertThat(handedOn(messages)).isEqualTo(messages);
    assertThat(stop.why()).isEqualTo(StopSignal.Why.INPUT_CLOSED);
    assertThat(answers.toString(UTF_8)).isEmpty();
  }

  @Test
  void aLineThatIsNoMessageIsAnsweredAndTheNextOneIsRead() throws Exception {
    String message = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n";
    assertThat(handedOn("hello\n\n{}\n[1]\n{\"id\":1,\n" + message)).isEqualTo(message);
    assertThat(answers.toString(UTF_8)).hasLineCount(4).contains("-32700");
  }

  @Test
  void aLineWithoutAnEndIsNotHandedOn() throws Exception {
    assertThat(handedOn("{\"method\":\"ping\"}")).isEmpty();
    assertThat(handedOn("{\"method\":\"" + "x".repeat(9_000_000) + "\"}\n")).isEmpty();
  }
}
