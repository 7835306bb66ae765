// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import org.junit.jupiter.api.Test;

class OneLineTest {
  @Test
  void aFailedRequestIsToldInTheWordsOfTheApi() {
    Exception refused =
        new KubernetesClientException(
            new StatusBuilder().withCode(403).withMessage("pods is\nforbidden").build());

    assertThat(OneLine.of(refused)).isEqualTo("pods is forbidden");
  }

  @Test
  void aRequestThatWasNotSentIsToldWithItsCause() {
    assertThat(OneLine.of(request(new IOException("too many concurrent streams"))))
        .isEqualTo("too many concurrent streams");
    assertThat(OneLine.of(request(new ConnectException()))).isEqualTo("it cannot be reached");
    assertThat(OneLine.of(request(refused(new ClosedChannelException()))))
        .isEqualTo("it cannot be reached");
    assertThat(OneLine.of(request(refused(new UnresolvedAddressException()))))
        .isEqualTo("unresolved address");
    assertThat(OneLine.of(request(new ClosedChannelException()))).isEqualTo("closed channel");
  }

  /** A failure as the JDK's client of HTTP builds it. */
  private static IOException refused(Exception cause) {
    return (IOException) new ConnectException().initCause(cause);
  }

  private static Exception request(IOException cause) {
    return new KubernetesClientException("An error has occurred.", cause);
  }

  @Test
  void anyOtherFailureIsToldInItsOwnWords() {
    assertThat(OneLine.of(new IOException("no space left"))).isEqualTo("no space left");
    assertThat(OneLine.of(new EOFException())).isEqualTo("eof");
  }
}
