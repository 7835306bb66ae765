// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.template;

import io.fleetload.body.Values;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;

/**
 * The values for a template that no user sends: a number, and what the tool knows. A profile with
 * templates that ask for more is refused.
 *
 * @param run null if none has begun
 */
public record NumberedValues(int n, RunId run, String context, long epochMillis) implements Values {
  private static final String OF_A_USER = "no user sends it";

  @Override
  public int user() {
    throw new IllegalStateException(OF_A_USER);
  }

  @Override
  public int iteration() {
    throw new IllegalStateException(OF_A_USER);
  }

  @Override
  public Stamp stamp() {
    throw new IllegalStateException(OF_A_USER);
  }

  @Override
  public String own(String name) {
    return RequestTemplates.CONTEXT.equals(name) ? context : null;
  }
}
