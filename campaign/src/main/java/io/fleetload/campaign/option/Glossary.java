// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.option;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words of {@code docs/reference/glossary.md}, which is in the jar. */
public final class Glossary {
  private static final Pattern ROW = Pattern.compile("\\| ([^|]+?) \\| ([^|]+?) \\|");

  private final Map<String, String> meanings = new LinkedHashMap<>();

  /** The glossary of this build. */
  public Glossary() {
    for (String line : text().lines().toList()) {
      Matcher row = ROW.matcher(line);
      if (row.matches() && !row.group(1).equals("word") && !row.group(1).startsWith("---")) {
        for (String word : row.group(1).replace("`", "").split(", ")) {
          meanings.put(word, row.group(2).replace("`", ""));
        }
      }
    }
  }

  private static String text() {
    try (InputStream in = Glossary.class.getResourceAsStream("glossary.md")) {
      if (in == null) {
        throw new IllegalStateException("the build left out glossary.md");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The words that it explains. */
  public List<String> words() {
    return List.copyOf(meanings.keySet());
  }

  /** A line with the word and its meaning; the word of a figure, such as notSent, is one too. */
  public Optional<String> line(String word) {
    String plain =
        word.replaceAll("([a-z])([A-Z])", "$1 $2").replace('-', ' ').toLowerCase(Locale.ROOT);
    return meanings.entrySet().stream()
        .filter(
            each ->
                each.getKey().replace('-', ' ').equals(plain)
                    || each.getKey().equals(plain + " time"))
        .map(each -> each.getKey() + ": " + each.getValue())
        .findFirst();
  }

  /** The lines of the words that the path of a figure is made of. */
  public List<String> lines(List<String> path) {
    List<String> lines = new ArrayList<>();
    path.forEach(each -> line(each).filter(line -> !lines.contains(line)).ifPresent(lines::add));
    return lines;
  }
}
