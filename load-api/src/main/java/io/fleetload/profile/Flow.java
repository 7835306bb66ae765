// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile;

import io.fleetload.profile.key.Kinds;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A flow of messages, as a profile asks for it: by a name of the user's choice, and of a kind of
 * the pack's. The kind is the record; {@link Kinds} has its name.
 */
public interface Flow {
  /** Form of a flow's name. A stamp has it between colons, and a table has a column for it. */
  String NAME = "[A-Za-z][A-Za-z0-9]{0,23}";

  /** Timing by which its messages are due. */
  Timing timing();

  /** The same map in its order, and unchangeable; empty for null. */
  static <F> Map<String, F> inOrder(Map<String, F> flows) {
    return flows == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(flows));
  }

  /**
   * The flows of one type, in their order, by name.
   *
   * @param flows of any types
   */
  static <F> Map<String, F> of(Class<F> type, Map<String, ?> flows) {
    Map<String, F> found = new LinkedHashMap<>();
    flows.forEach(
        (name, flow) -> {
          if (type.isInstance(flow)) {
            found.put(name, type.cast(flow));
          }
        });
    return found;
  }

  /**
   * Name of the flow that the pack adds to one, such as the answers to its commands: the pack's own
   * word where the flow has the name of its kind, or else that word behind the flow's name.
   *
   * @param name the flow's name
   * @param kind the flow's record
   * @param added the pack's word
   */
  static String added(String name, Class<?> kind, String added) {
    return name.equals(Kinds.name(kind))
        ? added
        : name + Character.toUpperCase(added.charAt(0)) + added.substring(1);
  }
}
