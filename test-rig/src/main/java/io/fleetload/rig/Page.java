// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page of the docs, with what its indented blocks hold.
 *
 * @param name its path in the tree
 * @param text all of it
 */
public record Page(String name, String text) {
  private static final Pattern BLOCK = Pattern.compile("(?m)(?:^ {4}.*\\n)+");
  private static final Pattern LINK = Pattern.compile("]\\(([^)#\\s]*)(?:#([^)\\s]*))?\\)");
  private static final Pattern WORD = Pattern.compile("(?:[^\\s'\"]|'[^']*'|\"[^\"]*\")+");

  public static Page of(String name) {
    try {
      return new Page(name, Files.readString(Home.path(name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A link to another page of the docs, or to a place in one.
   *
   * @param file where it leads
   * @param heading the heading there, as in its address; null for none
   */
  public record Link(Path file, String heading) {
    /** Whether there is such a file, and such a heading in it. */
    public boolean leadsSomewhere() throws IOException {
      return Files.exists(file)
          && (heading == null
              || Files.readAllLines(file).stream()
                  .filter(line -> line.startsWith("#"))
                  .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT))
                  .map(line -> line.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
                  .anyMatch(heading::equals));
    }
  }

  /** The links that do not leave the tree. */
  public List<Link> links() {
    Path here = Home.path(name);
    return LINK.matcher(text)
        .results()
        .filter(found -> !found.group(1).startsWith("http"))
        .map(
            found ->
                new Link(
                    found.group(1).isEmpty()
                        ? here
                        : here.resolveSibling(found.group(1)).normalize(),
                    found.group(2)))
        .toList();
  }

  /** All pages that a user reads. */
  public static List<Page> all() throws IOException {
    try (Stream<Path> docs = Files.list(Home.path("docs"))) {
      return Stream.concat(
              Stream.of("README.md"),
              docs.map(each -> "docs/" + each.getFileName()).filter(each -> each.endsWith(".md")))
          .sorted()
          .map(Page::of)
          .toList();
    }
  }

  /** What stands under a heading, up to the next one of its kind. */
  public Page under(String heading) {
    int from = text.indexOf("\n" + heading + "\n");
    int to = text.indexOf("\n## ", from + 1);
    return new Page(name, text.substring(from, to < 0 ? text.length() : to));
  }

  /** The arguments of each command of a program, without what a shell alone understands. */
  public List<List<String>> commands(String program) {
    return lines().stream()
        .filter(line -> line.startsWith(program + " "))
        .map(line -> arguments(line.substring(program.length())))
        .toList();
  }

  /** The lines of its commands, in their order; one that goes on in the next line is one. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (String block : blocks()) {
      block.replaceAll("\\\\\\n\\s*", "").lines().forEach(lines::add);
    }
    return lines;
  }

  /** The blocks that are sections of a profile. */
  public List<String> sections() {
    return blocks().stream().filter(each -> each.matches("(?s)\\w+:\\s.*")).toList();
  }

  private List<String> blocks() {
    return BLOCK
        .matcher(text)
        .results()
        .map(found -> found.group().replaceAll("(?m)^ {4}", ""))
        .toList();
  }

  private static List<String> arguments(String line) {
    List<String> arguments = new ArrayList<>();
    Matcher word = WORD.matcher(line);
    while (word.find() && !word.group().matches("[#|>&].*")) {
      arguments.add(word.group().replaceAll("['\"]", ""));
    }
    return arguments;
  }
}
