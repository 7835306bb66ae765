// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.health;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fleetload.results.Result;
import io.fleetload.results.cost.HostLoad;
import java.util.ArrayList;
import java.util.List;

/**
 * State of the rest of the test. The device simulator's own state is {@link Result#generator()};
 * the use of the target's processes is {@link Result#target()}.
 *
 * @param backend what the backend simulator says of itself; absent where its book does not say
 * @param host what the campaign's host did beside the run; absent where no campaign watched
 * @param notes what a reader of the figures should know, one sentence each: what is within its
 *     limits but can be a part of the largest times, and what the backend met at the target
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Health(GeneratorHealth backend, HostLoad host, List<String> notes) {

  /**
   * Returns true if each simulator was late at most, as on a busy host.
   *
   * @param generator what the device simulator says of itself
   */
  public boolean lateAtMost(GeneratorHealth generator) {
    return generator.lateAtMost()
        && (backend == null || backend.lateAtMost())
        && (host == null || host.reasons().isEmpty() || host.unknown() == null);
  }

  /**
   * Reasons why the run says nothing about the target.
   *
   * @param generator what the device simulator says of itself
   */
  public List<String> reasons(GeneratorHealth generator) {
    List<String> reasons = new ArrayList<>();
    // A busy host is why a simulator is late, so it comes first.
    if (host != null) {
      reasons.addAll(host.reasons());
    }
    reasons.addAll(generator.reasons());
    if (backend != null) {
      reasons.addAll(backend.reasons());
    }
    return reasons;
  }
}
