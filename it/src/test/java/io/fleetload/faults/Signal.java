// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import java.io.IOException;

/** What can be done to a process from outside. */
enum Signal {
  STOP,
  CONTINUE("CONT"),
  KILL,
  TERMINATE("TERM");

  private final String name;

  Signal() {
    this.name = name();
  }

  Signal(String name) {
    this.name = name;
  }

  /** Sends it; a process that has ended gets none. */
  void to(ProcessHandle process) throws IOException {
    if (!process.isAlive()) {
      return;
    }
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
          .redirectErrorStream(true)
          .start()
          .waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
