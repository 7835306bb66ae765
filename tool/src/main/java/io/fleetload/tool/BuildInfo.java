// SPDX-License-Identifier: EPL-2.0
package io.fleetload.tool;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * The build of the platform. Two builds of one version differ in their commit.
 *
 * @param version of the project, such as {@code 1.2.0}
 * @param commit the git commit's first digits, with {@code -dirty} if files were changed since;
 *     {@code unknown} in a build from sources without git
 */
public record BuildInfo(String version, String commit) {
  private static final String UNKNOWN = "unknown";

  /** Of the program that runs. */
  public static BuildInfo own() {
    Properties written = new Properties();
    try (InputStream in = BuildInfo.class.getResourceAsStream("build.properties")) {
      if (in != null) {
        written.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new BuildInfo(
        written.getProperty("git.build.version", UNKNOWN),
        written.getProperty("git.commit.id.describe", UNKNOWN));
  }
}
