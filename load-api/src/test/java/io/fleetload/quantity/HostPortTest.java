// SPDX-License-Identifier: EPL-2.0
package io.fleetload.quantity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostPortTest {
  private final List<String> problems = new ArrayList<>();

  private void note(String path, String message) {
    problems.add(path + ": " + message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"host:1", "127.0.0.1:65535", "[::1]:8080", "[fe80::1]:00080"})
  void aNameOrAnAddressHasAPort(String address) {
    assertThat(address).matches(HostPort.FORM);
    HostPort.check("target.server", address, this::note);
    HostPort.checkUrl("target.server", "nats://" + address, this::note);
    HostPort.checkUrl("target.server", "http://user:1@" + address + "/path?a=b:0", this::note);
    assertThat(problems).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"host:0", "host:65536", "[::1]:99999", "host:00000"})
  void aPortThatThereIsNoneOfIsNoted(String address) {
    HostPort.check("target.server", address, this::note);
    HostPort.checkUrl("target.url", "http://" + address, this::note);
    HostPort.checkUrl("target.url", "https://" + address + "/path", this::note);
    String port = address.substring(address.lastIndexOf(':') + 1);
    assertThat(problems)
        .containsExactly(
            "target.server: found port " + port + ", expected 1 to 65535",
            "target.url: found port " + port + ", expected 1 to 65535",
            "target.url: found port " + port + ", expected 1 to 65535");
  }

  @Test
  void aUrlWithoutAPortHasNothingToNote() {
    for (String url :
        List.of("http://host", "https://[::1]/x", "none", "jetstream", "http://h:x")) {
      HostPort.checkUrl("target.url", url, this::note);
    }
    assertThat(problems).isEmpty();
    HostPort.checkUrl("target.url", "http://host:" + "9".repeat(40), this::note);
    assertThat(problems).hasSize(1);
  }
}
