// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.terminal;

import io.fleetload.jt808.wire.Body;
import io.fleetload.jt808.wire.Fragments;
import io.fleetload.jt808.wire.Frame;
import io.fleetload.jt808.wire.ResendRequest;
import io.fleetload.jt808.wire.Version;
import java.util.List;
import java.util.Optional;

/** The fragments that one terminal's connection receives. */
final class ReceivedFragments {
  private static final int MOST_JOINED = 4;
  private static final int MOST_JOINED_BYTES = 1 << 16;

  /** Null until one comes: to most terminals none does. */
  private Fragments fragments;

  /** The connection is another one. */
  void clear() {
    fragments = null;
  }

  /** Takes a fragment; the message's body once no fragment of it is missing. */
  Optional<Body> join(Frame fragment) {
    if (fragments == null) {
      fragments = new Fragments(MOST_JOINED, MOST_JOINED_BYTES);
    }
    return fragments.add(fragment);
  }

  /** Requests for the fragments that are missing after one that completed nothing. */
  List<ResendRequest> missing(Frame fragment) {
    // A terminal can ask since 2019 only.
    boolean asks = fragment.version() == Version.V2019 && fragment.number() == fragment.total();
    return asks ? fragments.missing() : List.of();
  }
}
