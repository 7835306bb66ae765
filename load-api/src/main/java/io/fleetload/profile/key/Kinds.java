// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.key;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Kinds of the sections that a profile has by names of the user's choice. A sealed interface says
 * which kinds there are: its records, each by its own name with a small first letter. The key
 * {@code kind} of a section names one of them; it may be left out where the section has the name of
 * a kind.
 */
public final class Kinds {
  /** The key that names a section's kind. */
  public static final String KEY = "kind";

  private Kinds() {}

  /** Name of a kind, by its record. */
  public static String name(Class<?> record) {
    String name = record.getSimpleName();
    return Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }

  /** The records of a sealed interface by the names of their kinds; empty for any other type. */
  public static Map<String, Class<?>> of(Class<?> type) {
    Map<String, Class<?>> kinds = new LinkedHashMap<>();
    if (type.isSealed()) {
      for (Class<?> each : type.getPermittedSubclasses()) {
        if (each.isSealed()) {
          kinds.putAll(of(each));
        } else {
          kinds.put(name(each), each);
        }
      }
    }
    return kinds;
  }
}
