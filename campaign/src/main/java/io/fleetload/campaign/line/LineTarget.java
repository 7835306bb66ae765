// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.line;

import io.fleetload.pack.LineForm;
import io.fleetload.pack.Pack;
import io.fleetload.pack.TargetUrl;
import io.fleetload.process.UsageException;
import io.fleetload.profile.yaml.ProfileReference;
import io.fleetload.scenario.Packs;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A system under test by its URL, which says the pack.
 *
 * @param pack knows the system
 * @param form of its load test in one line
 */
public record LineTarget(Pack<?> pack, LineForm form, TargetUrl url) {
  /**
   * Finds the pack of a URL.
   *
   * @param url a word with a scheme
   * @throws UsageException with one line if no pack has such URLs, or it is of no use
   */
  public static LineTarget of(String url) throws UsageException {
    String scheme = TargetUrl.schemeOf(url);
    if (scheme == null) {
      throw new UsageException("write a URL, such as echo://host: found \"%s\"".formatted(url));
    }
    List<String> known = new ArrayList<>();
    for (Pack<?> each : Packs.installed().ofLines()) {
      LineForm line = each.oneLine().orElseThrow();
      for (LineForm.UrlKind kind : line.urls()) {
        if (kind.scheme().equals(scheme.toLowerCase(Locale.ROOT))) {
          return new LineTarget(each, line, TargetUrl.of(url, kind));
        }
        known.add(kind.scheme() + "://");
      }
    }
    throw new UsageException(
        "%s://: no pack has such URLs; write one of %s"
            .formatted(scheme.toLowerCase(Locale.ROOT), String.join(", ", known)));
  }

  /** Returns whether the pack's profiles have a key. */
  public boolean hasKey(String key) {
    return ProfileReference.key(pack.profile(), key).isPresent();
  }
}
