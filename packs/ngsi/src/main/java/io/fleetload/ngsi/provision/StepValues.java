// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.provision;

import io.fleetload.ngsi.template.Values;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;

/**
 * What a request of the set-up gives its template. No user sends it and no run has begun; a profile
 * whose templates ask for these is refused.
 */
record StepValues(int n, String context, long epochMillis) implements Values {
  private static final String OF_A_RUN = "a step of the set-up has none";

  @Override
  public int user() {
    throw new IllegalStateException(OF_A_RUN);
  }

  @Override
  public int iteration() {
    throw new IllegalStateException(OF_A_RUN);
  }

  @Override
  public RunId run() {
    throw new IllegalStateException(OF_A_RUN);
  }

  @Override
  public Stamp stamp() {
    throw new IllegalStateException(OF_A_RUN);
  }

  @Override
  public String saved(String variable) {
    return null;
  }
}
