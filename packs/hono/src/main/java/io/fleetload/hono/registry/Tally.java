// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts of what became of the documents of one kind; several threads count. */
public final class Tally {
  private final AtomicInteger created = new AtomicInteger();
  private final AtomicInteger updated = new AtomicInteger();
  private final AtomicInteger unchanged = new AtomicInteger();

  void created(int documents) {
    created.addAndGet(documents);
  }

  void updated(int documents) {
    updated.addAndGet(documents);
  }

  void unchanged(int documents) {
    unchanged.addAndGet(documents);
  }

  /** For the closing sentence. */
  @Override
  public String toString() {
    return created + " created, " + updated + " updated, " + unchanged + " unchanged";
  }
}
