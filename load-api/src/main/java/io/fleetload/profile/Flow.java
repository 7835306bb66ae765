// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Map;

/** A flow of messages, as a profile asks for it. */
public interface Flow {
  /** Timing by which its messages are due. */
  Timing timing();

  /**
   * The flows that a profile asks for, in the order of its keys, by name.
   *
   * @param flows the record of the pack's flows, a component each; null for a flow that the profile
   *     has not
   * @param kind what its flows are; other components are left out
   */
  static <F extends Flow> Map<String, F> byName(Record flows, Class<F> kind) {
    Map<String, F> byName = new LinkedHashMap<>();
    for (RecordComponent each : flows.getClass().getRecordComponents()) {
      try {
        Object flow = each.getAccessor().invoke(flows);
        if (kind.isInstance(flow)) {
          byName.put(each.getName(), kind.cast(flow));
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalArgumentException(flows.getClass() + " must be public", e);
      }
    }
    return byName;
  }
}
