// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What becomes of datagrams follows from the seed alone. */
class LinkTest {
  private static final Duration NOW = Duration.ofSeconds(2);

  private static Link link(long seed, LinkFault fault) {
    return new Link(seed, List.of(FaultWindow.between(1, 3, fault)));
  }

  private static List<List<Duration>> fates(Link link, int client) {
    return IntStream.range(0, 1_000)
        .mapToObj(n -> link.fate(Link.Direction.TO_SERVER, client, n, NOW))
        .toList();
  }

  @Test
  void theSameSeedLosesTheSameDatagrams() {
    LinkFault loss = new LinkFault.Loss(0.3);

    assertThat(fates(link(7, loss), 4)).isEqualTo(fates(link(7, loss), 4));
    assertThat(fates(link(7, loss), 4))
        .isNotEqualTo(fates(link(8, loss), 4))
        .isNotEqualTo(fates(link(7, loss), 5));
  }

  @Test
  void asManyAreLostAsAsked() {
    assertThat(fates(link(1, new LinkFault.Loss(0.3)), 0).stream().filter(List::isEmpty).count())
        .isBetween(250L, 350L);
  }

  @Test
  void aFaultIsThereInItsWindowOnly() {
    Link link = link(1, new LinkFault.Blackhole());

    for (double seconds : new double[] {0, 0.999, 3, 60}) {
      Duration now = Duration.ofMillis((long) (seconds * 1_000));
      assertThat(link.fate(Link.Direction.TO_CLIENT, 0, 0, now)).containsExactly(Duration.ZERO);
    }
    assertThat(link.fate(Link.Direction.TO_CLIENT, 0, 0, Duration.ofSeconds(1))).isEmpty();
  }

  @Test
  void aShareOfTheClientsIsForgottenOnce() {
    Link link = link(1, new LinkFault.NewPorts(0.5));

    assertThat(IntStream.range(0, 100).map(client -> link.portChanges(client, NOW)).sum())
        .isBetween(30, 70);
    assertThat(IntStream.range(0, 100).map(c -> link.portChanges(c, Duration.ZERO)).sum()).isZero();
  }
}
