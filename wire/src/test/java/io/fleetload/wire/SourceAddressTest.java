// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.driver.ShardDevices;
import io.fleetload.results.run.Shard;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SourceAddressTest {
  private final List<SocketChannel> open = new ArrayList<>();

  @AfterEach
  void close() throws IOException {
    for (SocketChannel each : open) {
      each.close();
    }
  }

  private InetSocketAddress bound(SourceAddress source) throws IOException {
    SocketChannel channel = SocketChannel.open();
    open.add(channel);
    source.bind(channel);
    return (InetSocketAddress) channel.getLocalAddress();
  }

  private static SourceAddress loopback(SourcePorts ports, Shard shard) {
    return new SourceAddress(InetAddress.getLoopbackAddress(), ports, shard);
  }

  @Test
  void aPortThatIsTakenIsPassedOver() throws IOException {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int taken = other.getLocalPort();
      InetSocketAddress found = bound(loopback(new SourcePorts(taken, taken), Shard.WHOLE));
      assertThat(found.getAddress()).isEqualTo(InetAddress.getLoopbackAddress());
      assertThat(found.getPort()).isPositive().isNotEqualTo(taken);
    }
  }

  @Test
  void eachConnectionHasThePortBehindThatOfTheOneBefore() throws IOException {
    SourcePorts ports = SourcePorts.ofThisHost();
    SourceAddress source = loopback(ports, new Shard(2, 2));
    int first = bound(source).getPort();
    // A few ports may be taken on a host that does something else as well.
    assertThat(first - ports.first()).isBetween(ports.count() / 2, ports.count() / 2 + 15);
    assertThat(bound(source).getPort()).isBetween(first + 1, first + 16);
  }

  @Test
  void theLastPortsAreLeftToOtherPrograms() throws IOException {
    SourcePorts ports = SourcePorts.ofThisHost();
    // It begins so near to the end that it has to begin anew.
    ShardDevices last = ShardDevices.everyKth(1_000, new Shard(1_000, 1_000));
    SourceAddress source = SourceAddress.of(List.of(InetAddress.getLoopbackAddress()), last).get(0);
    List<Integer> given = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      given.add(bound(source).getPort());
    }
    assertThat(given)
        .allMatch(each -> each <= ports.last() - 1_000)
        .anyMatch(each -> each < ports.first() + ports.count() / 2);
  }

  @Test
  void anAddressOfAnotherHostIsRefused() {
    SourcePorts ports = SourcePorts.ofThisHost();
    assertThatThrownBy(
            () -> bound(new SourceAddress(InetAddress.getByName("192.0.2.1"), ports, Shard.WHOLE)))
        .isInstanceOf(BindException.class);
  }
}
