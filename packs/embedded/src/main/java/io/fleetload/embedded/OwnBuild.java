// SPDX-License-Identifier: EPL-2.0
package io.fleetload.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * The build of the platform that a server is of. Two builds of one version differ in their commit.
 */
public final class OwnBuild {
  private static final String UNKNOWN = "unknown";

  private OwnBuild() {}

  /** Lets {@code --version} say it, above what the command says of its parts. */
  public static CommandLine shownBy(CommandLine commandLine) {
    CommandLine.Model.CommandSpec command = commandLine.getCommandSpec();
    String[] parts = command.version();
    command.versionProvider(
        () ->
            Stream.concat(Stream.of(line(command.name())), Stream.of(parts))
                .toArray(String[]::new));
    return commandLine;
  }

  private static String line(String server) {
    Properties build = new Properties();
    try (InputStream in = OwnBuild.class.getResourceAsStream("build.properties")) {
      if (in != null) {
        build.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return "%s %s, commit %s"
        .formatted(
            server,
            build.getProperty("git.build.version", UNKNOWN),
            build.getProperty("git.commit.id.describe", UNKNOWN));
  }
}
