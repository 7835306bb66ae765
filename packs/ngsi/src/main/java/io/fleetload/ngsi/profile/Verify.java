// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.profile;

import io.fleetload.profile.key.Doc;
import io.fleetload.quantity.Span;

/** Query by which provisioning sees that the broker has what a step wrote. */
public record Verify(
    @Doc(
            value =
                "a query, with its method; others' entities count too where it finds them, so ask for"
                    + " the ids, such as idPattern=:fl-",
            required = true,
            form = NgsiFlow.REQUEST,
            expected = NgsiFlow.REQUEST_EXPECTED)
        String request,
    @Doc(
            value = "how many it must find, by the header with the count or else by the results",
            required = true,
            least = 0,
            most = 1_000_000_000)
        Integer found,
    @Doc(value = "how long to ask for; brokers write history seconds later", byDefault = "60s")
        Span within) {

  /** Fills in what the profile leaves open. */
  public Verify {
    within = within == null ? Span.parse("60s") : within;
  }

  /** The query's method. */
  public String method() {
    return NgsiFlow.methodOf(request);
  }

  /** The query's path, with its placeholders. */
  public String path() {
    return NgsiFlow.pathOf(request);
  }
}
