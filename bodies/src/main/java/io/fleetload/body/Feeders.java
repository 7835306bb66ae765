// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import io.fleetload.process.UsageException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The files of data of a profile, each by the name that placeholders begin with. Thread-safe. */
public final class Feeders {
  /** The feeders of a profile without data. */
  public static final Feeders NONE = new Feeders(Map.of());

  private final Map<String, Feeder> byName;

  Feeders(Map<String, Feeder> byName) {
    this.byName = Map.copyOf(byName);
  }

  /**
   * Reads them.
   *
   * @param data as the profile has them under the key {@code data}
   * @param seed of the run
   * @throws UsageException with one line if one of them cannot be read or has no rows
   */
  public static Feeders read(Map<String, Feed> data, long seed) throws UsageException {
    Map<String, Feeder> byName = new HashMap<>();
    for (Map.Entry<String, Feed> each : data.entrySet()) {
      String name = each.getKey();
      Feed feed = each.getValue();
      try {
        byName.put(name, Feeder.read(name, feed.file().path(), feed.order(), seed));
      } catch (TemplateException e) {
        throw e.at("data." + name + ".file");
      }
    }
    return new Feeders(byName);
  }

  /** The names that placeholders of data begin with. */
  public Set<String> names() {
    return byName.keySet();
  }

  Map<String, Feeder> byName() {
    return byName;
  }
}
