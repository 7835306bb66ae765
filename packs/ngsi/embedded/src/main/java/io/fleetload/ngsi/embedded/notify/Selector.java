// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.notify;

import io.fleetload.ngsi.embedded.entity.Entity;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The entities that a subscription is about.
 *
 * @param id the one entity; empty for any
 * @param idPattern found anywhere in the id
 * @param type empty for any
 * @param typePattern found anywhere in the type
 */
public record Selector(
    Optional<String> id,
    Optional<Pattern> idPattern,
    Optional<String> type,
    Optional<Pattern> typePattern) {
  private static final Pattern ONE_ID = Pattern.compile("\\^([\\w:-]+)\\$");

  /** One without a pattern for types, which NGSI-LD does not have. */
  public Selector(Optional<String> id, Optional<Pattern> idPattern, Optional<String> type) {
    this(id, idPattern, type, Optional.empty());
  }

  boolean selects(Entity entity) {
    return id.map(entity.id()::equals).orElse(true)
        && type.map(entity.type()::equals).orElse(true)
        && idPattern.map(it -> it.matcher(entity.id()).find()).orElse(true)
        && typePattern.map(it -> it.matcher(entity.type()).find()).orElse(true);
  }

  /** The one id that it can select, also where a pattern says it. */
  Optional<String> onlyId() {
    return id.or(
        () ->
            idPattern
                .map(it -> ONE_ID.matcher(it.pattern()))
                .filter(Matcher::matches)
                .map(it -> it.group(1)));
  }
}
