// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The beginning of a command that starts a program in Java, with the Java of this test. */
public final class JavaCommand {
  private static final int WARNS_OF_NATIVE_ACCESS = 24;

  private JavaCommand() {}

  /**
   * A list that can grow: the path of {@code java}, and what keeps later versions from warning on
   * standard error of what Netty does. A test can then ask for nothing there.
   */
  public static List<String> begin() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (Runtime.version().feature() >= WARNS_OF_NATIVE_ACCESS) {
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    return command;
  }
}
