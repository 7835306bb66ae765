// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.Map;

/** A message's values, as a test gives them. */
record MessageOfTest(int user, int iteration, int n, Map<String, String> variables)
    implements Values {
  static final RunId RUN = new RunId(0x1f00a);

  static MessageOfTest number(int n) {
    return new MessageOfTest(3, 7, n, Map.of());
  }

  @Override
  public RunId run() {
    return RUN;
  }

  @Override
  public Stamp stamp() {
    return new Stamp(RUN, "update", Period.MEASURED, user, n, 1_700_000_000_000_000_000L, 12);
  }

  @Override
  public String own(String name) {
    return variables.get(name);
  }

  @Override
  public long epochMillis() {
    return 1_700_000_000_007L;
  }
}
