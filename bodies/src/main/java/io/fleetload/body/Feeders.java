// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import io.fleetload.process.UsageException;
import io.fleetload.profile.Feed;
import io.fleetload.profile.LoadProfile;
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
   * Reads those of a profile.
   *
   * @throws UsageException with one line if one of them cannot be read, has no rows, or has fewer
   *     rows than devices that take one each
   */
  public static Feeders read(LoadProfile profile) throws UsageException {
    Map<String, Feeder> byName = new HashMap<>();
    long room = room();
    for (Map.Entry<String, Feed> each : profile.data().entrySet()) {
      String name = each.getKey();
      Feed feed = each.getValue();
      try {
        Feeder feeder =
            Feeder.read(name, feed.file().path(), feed.order(), profile.run().seed(), room);
        room -= feeder.bytes();
        byName.put(
            name,
            feed.per() == Feed.Scope.DEVICE ? feeder.ofDevices(profile.devices().count()) : feeder);
      } catch (TemplateException e) {
        throw e.at("data." + name + ".file");
      }
    }
    return new Feeders(byName);
  }

  /** Most bytes of the values of all files: half of the memory of this program. */
  static long room() {
    return Runtime.getRuntime().maxMemory() / 2;
  }

  /** The names that placeholders of data begin with. */
  public Set<String> names() {
    return byName.keySet();
  }

  Map<String, Feeder> byName() {
    return byName;
  }
}
