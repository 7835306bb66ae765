// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import java.nio.charset.Charset;
import java.util.Properties;
import java.util.stream.Stream;

/** The encoding of this process's standard output. */
final class StandardOutput {
  private StandardOutput() {}

  /** JDK 17 knows the charset of a terminal by another name, and takes its default elsewhere. */
  static Charset charset(Properties system) {
    return Stream.of("stdout.encoding", "sun.stdout.encoding")
        .map(system::getProperty)
        .filter(name -> name != null && Charset.isSupported(name))
        .findFirst()
        .map(Charset::forName)
        .orElseGet(Charset::defaultCharset);
  }
}
