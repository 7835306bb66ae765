// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A virtual machine of its own with little memory, for what must not grow with its work. */
public final class SmallHeap {
  private SmallHeap() {}

  /**
   * A program of the test's own class path, not yet started.
   *
   * @param most the heap at the most, as the virtual machine's {@code -Xmx} takes it: {@code 32m}
   * @param program has a {@code main}
   */
  public static ProcessBuilder of(String most, Class<?> program, List<String> arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + most,
                // As the tools have it when a campaign starts them.
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
    command.addAll(arguments);
    return new ProcessBuilder(command);
  }
}
