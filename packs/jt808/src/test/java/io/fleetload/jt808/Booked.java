// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import io.fleetload.driver.Arrival;
import io.fleetload.driver.ArrivalBook;
import io.fleetload.driver.Flaw;
import io.fleetload.jt808.command.PublishedMessages;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A book that notes what it is told, of one thread. */
public final class Booked implements ArrivalBook, PublishedMessages.Listener {
  public final List<String> all = new ArrayList<>();
  public final List<Stamp> stamps = new ArrayList<>();
  private final RunId run;
  private final Set<String> seen = new HashSet<>();

  public Booked(RunId run) {
    this.run = run;
  }

  @Override
  public RunId runId() {
    return run;
  }

  @Override
  public Arrival arrived(Stamp stamp, long received, int receiver) {
    stamps.add(stamp);
    return book("arrived", stamp);
  }

  @Override
  public Arrival stored(Stamp stamp) {
    if (!List.of("location", "alert").contains(stamp.flow())) {
      throw new AssertionError("no store is read for " + stamp.flow());
    }
    return book("stored", stamp);
  }

  @Override
  public void flawed(Stamp stamp, Flaw flaw) {
    all.add(flaw + " " + stamp.flow() + " " + stamp.n());
  }

  @Override
  public void storedFlawed(Stamp stamp, Flaw flaw) {
    all.add("stored " + flaw + " " + stamp.flow() + " " + stamp.n());
  }

  private Arrival book(String what, Stamp stamp) {
    if (!stamp.run().equals(run)) {
      foreign();
      return Arrival.FOREIGN;
    }
    String message = what + " " + stamp.flow() + " " + stamp.n();
    all.add(message);
    return seen.add(message) ? Arrival.FIRST : Arrival.DUPLICATE;
  }

  @Override
  public void location(Stamp stamp) {
    arrived(stamp, 0);
  }

  @Override
  public void unstamped() {
    all.add("unstamped");
  }

  @Override
  public void foreign() {
    all.add("foreign");
  }

  @Override
  public void written(String flow, int n) {
    all.add("written " + flow + " " + n);
  }

  @Override
  public void writeUnknown(String flow, int n) {
    all.add("unknown " + flow + " " + n);
  }

  @Override
  public void writeFailed(String flow, String cause) {
    all.add("failed " + flow + " " + cause);
  }

  @Override
  public void refused(String flow, RunId of, int n) {
    all.add("refused " + flow + " " + n);
  }
}
