// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What two packs need is in a module that both know, and in none of them twice. */
class CopiesBetweenPacksTest {
  private static final int LONGEST_COPY = 9;

  /** Lines that packs have alike for reasons of the language, or of prose. */
  private static final Pattern NO_CODE =
      Pattern.compile("|(import|package) .*|//.*|/\\*.*|\\*(| .*|/)");

  /** A line of code, with where it is. */
  private record Line(Path file, int number, String text) {
    String pack() {
      return file.getName(1).toString();
    }

    String place() {
      return file + ":" + number;
    }
  }

  @Test
  void noTwoPacksHaveTenLinesAlike() throws IOException {
    Map<List<String>, Line> first = new HashMap<>();
    List<String> copies = new ArrayList<>();
    for (Path file : sources()) {
      List<Line> code = code(file);
      for (int i = 0; i + LONGEST_COPY < code.size(); i++) {
        Line line = code.get(i);
        List<String> run = code.subList(i, i + LONGEST_COPY + 1).stream().map(Line::text).toList();
        Line other = first.putIfAbsent(run, line);
        if (other != null && !other.pack().equals(line.pack())) {
          copies.add(other.place() + " and " + line.place());
        }
      }
    }

    assertThat(copies).isEmpty();
  }

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    for (String module : Modules.withTheEmbeddedSystems().toList()) {
      if (module.startsWith("packs/")) {
        try (Stream<Path> files = Files.walk(Home.path(module, "src", "main", "java"))) {
          files
              .filter(each -> each.toString().endsWith(".java"))
              .map(Home.root()::relativize)
              .sorted()
              .forEach(sources::add);
        }
      }
    }
    assertThat(sources).hasSizeGreaterThan(100);
    return sources;
  }

  private static List<Line> code(Path file) throws IOException {
    List<String> lines = Files.readAllLines(Home.root().resolve(file));
    List<Line> code = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String text = lines.get(i).strip();
      if (!NO_CODE.matcher(text).matches()) {
        code.add(new Line(file, i + 1, text));
      }
    }
    return code;
  }
}
