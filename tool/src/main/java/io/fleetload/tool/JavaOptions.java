// SPDX-License-Identifier: EPL-2.0
package io.fleetload.tool;

import java.util.List;

/** Options of the Java virtual machine of a tool that more than one program starts. */
public final class JavaOptions {
  /**
   * The device simulator's. Who measures what devices cost starts them as a run does, or the
   * figures are of something else.
   */
  public static final List<String> OF_DEVICES =
      List.of("-Xmx1g", "-Xms56m", "-Xmn24m", "-XX:MinHeapFreeRatio=20", "-XX:+UseSerialGC");

  private JavaOptions() {}
}
