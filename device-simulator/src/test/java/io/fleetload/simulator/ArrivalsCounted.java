// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import io.fleetload.driver.Arrival;
import io.fleetload.driver.ArrivalBook;
import io.fleetload.driver.Flaw;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A book of a backend that is told of each message once, and of nothing else. */
final class ArrivalsCounted implements ArrivalBook {
  private final RunId run;
  private final Set<String> seen = new HashSet<>();
  private final List<String> wrong = new ArrayList<>();

  ArrivalsCounted(RunId run) {
    this.run = run;
  }

  /** How many arrived, at each receiver once. */
  int first() {
    return seen.size();
  }

  /** What came that should not have. */
  List<String> wrong() {
    return wrong;
  }

  @Override
  public RunId runId() {
    return run;
  }

  @Override
  public Arrival arrived(Stamp stamp, long received, int receiver) {
    if (seen.add(stamp.flow() + " " + stamp.n() + " at " + receiver)) {
      return Arrival.FIRST;
    }
    wrong.add("twice: " + stamp.flow() + " " + stamp.n() + " at " + receiver);
    return Arrival.DUPLICATE;
  }

  @Override
  public Arrival stored(Stamp stamp) {
    wrong.add("stored: " + stamp.n());
    return Arrival.FOREIGN;
  }

  @Override
  public void flawed(Stamp stamp, Flaw flaw) {
    wrong.add(flaw + ": " + stamp.flow() + " " + stamp.n());
  }

  @Override
  public void storedFlawed(Stamp stamp, Flaw flaw) {
    wrong.add("stored " + flaw + ": " + stamp.n());
  }

  @Override
  public void unstamped() {
    wrong.add("unstamped");
  }

  @Override
  public void foreign() {
    wrong.add("foreign");
  }

  @Override
  public void written(String flow, int n) {
    wrong.add("a command: " + n);
  }

  @Override
  public void writeUnknown(String flow, int n) {
    wrong.add("a command: " + n);
  }

  @Override
  public void writeFailed(String flow, String cause) {
    wrong.add("a command: " + cause);
  }

  @Override
  public void refused(String flow, RunId of, int n) {
    wrong.add("a command: " + n);
  }
}
