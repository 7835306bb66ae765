// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import io.fleetload.driver.Arrival;
import io.fleetload.driver.ArrivalBook;
import io.fleetload.driver.Flaw;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;

/** A book of a run without commands and without a store: an entry of one fails the test. */
public abstract class ArrivalsAlone implements ArrivalBook {
  @Override
  public Arrival stored(Stamp stamp) {
    throw new AssertionError("no store is read");
  }

  @Override
  public void flawed(Stamp stamp, Flaw flaw) {
    throw new AssertionError(stamp + " is " + flaw);
  }

  @Override
  public void storedFlawed(Stamp stamp, Flaw flaw) {
    throw new AssertionError("no store is read");
  }

  @Override
  public void written(String flow, int n) {
    throw new AssertionError("the run has no commands");
  }

  @Override
  public void writeUnknown(String flow, int n) {
    throw new AssertionError("the run has no commands");
  }

  @Override
  public void writeFailed(String flow, String cause) {
    throw new AssertionError("the run has no commands");
  }

  @Override
  public void refused(String flow, RunId of, int n) {
    throw new AssertionError("the run has no commands");
  }
}
