// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import java.time.Duration;

/** What the network does to datagrams. A share is a probability, from 0 to 1. */
sealed interface LinkFault {

  /** Some datagrams are lost. */
  record Loss(double share) implements LinkFault {}

  /** Every datagram takes longer: a fixed time and up to {@code jitter} on top. */
  record Delay(Duration least, Duration jitter) implements LinkFault {}

  /** Some datagrams come twice, the second one a little later. */
  record Duplication(double share) implements LinkFault {}

  /** Some datagrams are held back, so that later ones overtake them. */
  record Reordering(double share, Duration held) implements LinkFault {}

  /** Nothing passes in either direction. */
  record Blackhole() implements LinkFault {}

  /**
   * At its beginning some clients get another port towards the server, and the server's answers to
   * the former port are lost: a NAT (network address translation) that forgot them.
   */
  record NewPorts(double share) implements LinkFault {}
}
