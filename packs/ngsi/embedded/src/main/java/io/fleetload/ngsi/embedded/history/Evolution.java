// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.history;

import java.util.ArrayDeque;
import java.util.Deque;

/** The history of one entity, in the order in which it was recorded. */
public final class Evolution {
  private final String id;
  private final String type;
  private final Deque<RecordedValue> instances = new ArrayDeque<>();

  Evolution(String id, String type) {
    this.id = id;
    this.type = type;
  }

  public String id() {
    return id;
  }

  public String type() {
    return type;
  }

  public Deque<RecordedValue> instances() {
    return instances;
  }
}
