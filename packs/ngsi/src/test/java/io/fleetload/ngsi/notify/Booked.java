// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import io.fleetload.driver.Arrival;
import io.fleetload.driver.ArrivalBook;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A book that keeps what it is told, in words. */
final class Booked implements ArrivalBook {
  private final RunId run;
  private final Set<String> seen = new HashSet<>();
  final List<String> all = new ArrayList<>();

  Booked(RunId run) {
    this.run = run;
  }

  @Override
  public RunId runId() {
    return run;
  }

  @Override
  public Arrival arrived(Stamp stamp, long received, int receiver) {
    if (!stamp.run().equals(run)) {
      foreign();
      return Arrival.FOREIGN;
    }
    String delivery = stamp.n() + " at " + receiver;
    all.add(delivery);
    return seen.add(delivery) ? Arrival.FIRST : Arrival.DUPLICATE;
  }

  @Override
  public Arrival arrived(Stamp stamp, long received, int receiver, boolean overtaken) {
    Arrival arrival = arrived(stamp, received, receiver);
    if (overtaken && arrival == Arrival.FIRST) {
      all.add(all.remove(all.size() - 1) + " late");
    }
    return arrival;
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
  public Arrival stored(Stamp stamp) {
    throw new AssertionError("no store is read");
  }

  @Override
  public void written(String flow, int n) {
    throw new AssertionError("nobody commands");
  }

  @Override
  public void writeUnknown(String flow, int n) {
    throw new AssertionError("nobody commands");
  }

  @Override
  public void writeFailed(String flow, String cause) {
    throw new AssertionError("nobody commands");
  }

  @Override
  public void refused(String flow, RunId of, int n) {
    throw new AssertionError("nobody commands");
  }
}
