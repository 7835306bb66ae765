// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import io.fleetload.driver.Arrival;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A book of arrivals that keeps its entries in words. */
public final class ArrivalLog extends ArrivalsAlone {
  private final RunId run;
  private final Set<String> seen = new HashSet<>();
  private final List<String> all = new ArrayList<>();
  private final List<Stamp> stamps = new ArrayList<>();

  /** Of that run; null for that of the first stamp. */
  public ArrivalLog(RunId run) {
    this.run = run;
  }

  /** All entries, such as {@code 5 at 0} for message 5 at its first receiver. */
  public List<String> all() {
    return all;
  }

  /** The stamps of the run's own messages, each as often as it arrived. */
  public List<Stamp> stamps() {
    return stamps;
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
    stamps.add(stamp);
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
}
