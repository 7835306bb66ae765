// SPDX-License-Identifier: EPL-2.0
package io.fleetload.tool;

import com.sun.management.OperatingSystemMXBean;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.yaml.RedactedProfile;
import io.fleetload.results.Result;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;

/** Surroundings of a run: the part of a result that is needed to repeat the run. */
public final class Surroundings {
  private static final long MIB = 1 << 20;

  private Surroundings() {}

  /** Of this process, which runs a profile. */
  public static Result.About of(LoadProfile profile) {
    Map<String, String> versions = new LinkedHashMap<>();
    BuildInfo build = BuildInfo.own();
    versions.put("tool", build.version());
    versions.put("commit", build.commit());
    versions.put("java", Runtime.version().toString());
    if (profile.target() != null) {
      versions.put(Result.About.TARGET, profile.target().described());
    }
    versions.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    Map<String, Long> host = new LinkedHashMap<>();
    host.put("cpus", (long) Runtime.getRuntime().availableProcessors());
    host.put(
        "memoryMb",
        ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize()
            / MIB);
    return new Result.About(RedactedProfile.of(profile), versions, host);
  }
}
