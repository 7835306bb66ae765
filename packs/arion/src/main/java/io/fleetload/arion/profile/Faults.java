// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.profile;

import io.fleetload.profile.key.Doc;
import java.util.ArrayList;
import java.util.List;

/** The faults of the embedded server. The first four are faults of a real Arion master. */
public record Faults(
    @Doc(
            value =
                "the newest answers of a stream are lost where its client half-closes at once; its"
                    + " status is OK",
            byDefault = "false")
        Boolean halfClose,
    @Doc(
            value = "in a stream, a request with a key that is not there has no answer",
            byDefault = "false")
        Boolean silentUnknown,
    @Doc(value = "a write is a success, whatever it did", byDefault = "false")
        Boolean alwaysSuccess,
    @Doc(value = "watchers hear nothing of deletions", byDefault = "false") Boolean silentDeletions,
    @Doc(value = "a connection's so-many-th request closes it, unanswered", least = 1, most = MOST)
        Integer cut,
    @Doc(value = "every so-many-th request has no answer", least = 1, most = MOST) Integer silence,
    @Doc(value = "every so-many-th request has the status UNAVAILABLE", least = 1, most = MOST)
        Integer refuse) {
  private static final long MOST = 1_000_000_000;

  /** The arguments that start the server with them. */
  List<String> arguments() {
    List<String> names = new ArrayList<>();
    add(names, "half-close", halfClose);
    add(names, "silent-unknown", silentUnknown);
    add(names, "always-success", alwaysSuccess);
    add(names, "silent-deletions", silentDeletions);
    add(names, "cut", cut);
    add(names, "silence", silence);
    add(names, "refuse", refuse);
    return names.isEmpty() ? List.of() : List.of("--faults", String.join(",", names));
  }

  private static void add(List<String> names, String name, Boolean wanted) {
    if (Boolean.TRUE.equals(wanted)) {
      names.add(name);
    }
  }

  private static void add(List<String> names, String name, Integer every) {
    if (every != null) {
      names.add(name + "=" + every);
    }
  }
}
