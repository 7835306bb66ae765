// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.v2;

import io.fleetload.ngsi.embedded.entity.Entity;
import io.fleetload.ngsi.embedded.entity.Instance;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The outcome for the entities of a request, if not all went well. */
final class V2Outcome {
  private final StringBuilder absent = new StringBuilder();
  private final StringBuilder there = new StringBuilder();
  private boolean done;
  private boolean wholeAbsent;

  /** Adds attributes that are not there; of one that is there nothing changes. */
  void appendStrict(
      V2Writes writes, Entity entity, String named, Map<String, List<Instance>> given) {
    Set<String> old = new TreeSet<>(given.keySet());
    old.retainAll(entity.attributes().keySet());
    if (old.isEmpty()) {
      writes.write(entity, given);
      done = true;
    } else {
      add(there, named, old);
    }
  }

  /** Updates the attributes that are there. */
  void update(V2Writes writes, Entity entity, String named, Map<String, List<Instance>> given) {
    Set<String> unknown = new TreeSet<>(given.keySet());
    unknown.removeAll(entity.attributes().keySet());
    if (!unknown.isEmpty()) {
      add(absent, named, unknown);
    }
    given.keySet().removeAll(unknown);
    if (!given.isEmpty() || unknown.isEmpty()) {
      writes.write(entity, given);
      done = true;
    }
  }

  /** The entity is not there at all. */
  void noEntity(String named) {
    wholeAbsent = true;
    (absent.isEmpty() ? absent : absent.append(", ")).append(named).append(" - [entity itself]");
  }

  void done() {
    done = true;
  }

  private static void add(StringBuilder to, String named, Set<String> names) {
    (to.isEmpty() ? to : to.append(", "))
        .append(named)
        .append(" - [ ")
        .append(String.join(", ", names))
        .append(" ]");
  }

  /** Refuses, if anything did not go well. */
  void refuse() {
    if (absent.isEmpty() && there.isEmpty()) {
      return;
    }
    StringBuilder why = new StringBuilder();
    if (!absent.isEmpty()) {
      why.append("do not exist: ").append(absent);
    }
    if (!there.isEmpty()) {
      why.append(why.isEmpty() ? "" : "; ")
          .append("one or more of the attributes in the request already exist: ")
          .append(there);
    }
    V2Problem problem =
        done ? V2Problem.PARTIAL : wholeAbsent ? V2Problem.NOT_FOUND : V2Problem.UNPROCESSABLE;
    throw problem.because(why.toString());
  }
}
