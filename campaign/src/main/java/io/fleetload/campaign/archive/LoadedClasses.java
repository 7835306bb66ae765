// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.archive;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The names of the classes that a program has loaded, for the list of an archive. Hidden classes,
 * which have a slash in their name, are left out: a JDK 17 that archives a lambda of a signed jar
 * crashes.
 */
final class LoadedClasses {
  /** A line of {@code -Xlog:class+load}. What code made at run time has another source. */
  private static final Pattern LOGGED =
      Pattern.compile("([^/ ]+) source: (?:jrt:|file:|shared objects file).*");

  /** A line of the JVM's command {@code VM.class_hierarchy}: tree, name, class loader. */
  private static final Pattern IN_HIERARCHY =
      Pattern.compile("[| ]*(?:--)?([^/ |]+)/(?:null|0x[0-9a-f]+)(?: \\(intf\\))?");

  private LoadedClasses() {}

  /** The option that has a program log them. */
  static String option(Path log) {
    return "-Xlog:class+load:file=\"%s\":none".formatted(log);
  }

  /**
   * Those of a log.
   *
   * @throws IOException if it cannot be read
   */
  static List<String> in(Path log) throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      return names(lines, LOGGED);
    }
  }

  /**
   * Those of this program up to now.
   *
   * @throws IOException if this JVM does not say
   */
  static List<String> here() throws IOException {
    try {
      Object hierarchy =
          ManagementFactory.getPlatformMBeanServer()
              .invoke(
                  new ObjectName("com.sun.management:type=DiagnosticCommand"),
                  "vmClassHierarchy",
                  new Object[] {new String[0]},
                  new String[] {String[].class.getName()});
      return names(hierarchy.toString().lines(), IN_HIERARCHY);
    } catch (JMException e) {
      throw new IOException("this JVM does not say which classes it has loaded", e);
    }
  }

  private static List<String> names(Stream<String> lines, Pattern form) {
    return lines
        .map(form::matcher)
        .filter(Matcher::matches)
        .map(line -> line.group(1).replace('.', '/'))
        .distinct()
        .toList();
  }
}
