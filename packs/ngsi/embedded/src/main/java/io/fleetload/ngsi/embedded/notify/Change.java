// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.notify;

import io.fleetload.ngsi.embedded.entity.Entity;
import io.fleetload.ngsi.embedded.entity.Instance;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The effect of a request on an entity, after it has been done.
 *
 * @param written the attributes that it wrote
 * @param changed those of them that are other than before
 * @param before its attributes before
 * @param correlator names the next notification of the request; an empty text in NGSI-LD
 */
public record Change(
    Entity entity,
    Kind kind,
    Set<String> written,
    Set<String> changed,
    Map<String, List<Instance>> before,
    Supplier<String> correlator) {

  /** The alteration types of NGSI-v2. */
  public enum Kind {
    CREATE("entityCreate"),
    CHANGE("entityChange"),
    /** Written and the same as before. */
    UPDATE("entityUpdate"),
    DELETE("entityDelete");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /** Name in NGSI-v2. */
    public String word() {
      return word;
    }
  }

  /** One of NGSI-LD: what is written counts as changed. */
  public static Change of(Entity entity, Set<String> written) {
    return new Change(entity, Kind.CHANGE, written, written, Map.of(), () -> "");
  }
}
