// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A program of that name that writes down what it is asked, and then does what the test says. */
public final class FakeProgram {
  private final Path folder;
  private final Path asked;

  /** In a folder that may hold others; the script is of the shell. */
  public FakeProgram(Path folder, String name, String script) throws IOException {
    this.folder = folder;
    asked = folder.resolve(name + ".asked");
    Path program = folder.resolve(name);
    Files.writeString(
        program, "#!/bin/sh\necho \"$*\" >>'" + asked + "'\n" + script.stripTrailing() + "\n");
    if (!program.toFile().setExecutable(true)) {
      throw new IOException(program + " cannot be made executable");
    }
  }

  /** The other finds it, and all others in its folder, before the real ones. */
  public Program before(Program other) {
    return other.with("PATH", folder + File.pathSeparator + System.getenv("PATH"));
  }

  /** The arguments of each call. */
  public List<String> asked() throws IOException {
    return Files.exists(asked) ? Files.readAllLines(asked) : List.of();
  }
}
