// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.profile;

import io.fleetload.ngsi.template.Feed;
import io.fleetload.ngsi.template.Feeder;
import io.fleetload.ngsi.template.Feeders;
import io.fleetload.ngsi.template.TemplateException;
import io.fleetload.process.UsageException;
import java.util.HashMap;
import java.util.Map;

/** The files of data of a profile. */
public final class Data {
  private Data() {}

  /**
   * Reads them.
   *
   * @throws UsageException with one line if one of them cannot be read or has no rows
   */
  public static Feeders read(NgsiProfile profile) throws UsageException {
    Map<String, Feeder> byName = new HashMap<>();
    for (Map.Entry<String, Feed> each : profile.data().entrySet()) {
      Feed feed = each.getValue();
      try {
        byName.put(
            each.getKey(),
            Feeder.read(each.getKey(), feed.file().path(), feed.order(), profile.run().seed()));
      } catch (TemplateException e) {
        throw new UsageException("data.%s.file: %s".formatted(each.getKey(), e.getMessage()));
      }
    }
    return new Feeders(byName);
  }
}
