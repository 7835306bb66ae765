// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.profile;

import io.fleetload.profile.key.Doc;
import java.util.List;

/** Answer that a request must have; anything else is a failure with its cause. */
public record Expect(
    @Doc(
            value = "statuses that are as expected, one or a list",
            byDefault = "200 to 299 without 207")
        List<Integer> status,
    @Doc(value = "results that an answer has at least", least = 0, most = 1_000_000_000)
        Integer found,
    @Doc(value = "results that an answer has, no more and no less", least = 0, most = 1_000_000_000)
        Integer foundExactly) {

  /** Any status of success, and any number of results. */
  public static final Expect SUCCESS = new Expect(null, null, null);

  /** Fills in what the profile leaves open. */
  public Expect {
    status = status == null ? List.of() : List.copyOf(status);
  }

  /** Returns whether an answer with that status is as expected. */
  public boolean accepts(int code) {
    return status.isEmpty() ? code >= 200 && code < 300 : status.contains(code);
  }
}
