// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page of the docs, with what its indented blocks hold.
 *
 * @param name its path in the tree
 * @param text all of it
 */
public record DocsPage(String name, String text) {
  private static final Pattern BLOCK = Pattern.compile("(?m)(?:^ {4}.*\\n)+");
  private static final Pattern SHOWN =
      Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```$|((?:^ {4}[^\\n]*\\n)+)|`([^`]+)`");
  private static final Pattern PROGRAM =
      Pattern.compile("(\\./loadtest|\\./mvnw|mvn|java|tar|cd|export|source|sha256sum) .+");
  private static final Pattern LINK = Pattern.compile("]\\(([^)#\\s]*)(?:#([^)\\s]*))?\\)");
  private static final Pattern WORD = Pattern.compile("(?:[^\\s'\"]|'[^']*'|\"[^\"]*\")+");

  public static DocsPage of(String name) {
    try {
      return new DocsPage(name, Files.readString(Home.path(name)));
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
    /** Checks whether there is such a file, and such a heading in it. */
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

  /** All pages that a user reads: of the product, and of each pack. */
  public static List<DocsPage> all() throws IOException {
    List<DocsPage> pages = new ArrayList<>();
    for (String each : List.of("README.md", "CONTRIBUTING.md", "SECURITY.md")) {
      pages.add(of(each));
    }
    pages.addAll(below("docs", Integer.MAX_VALUE));
    pages.addAll(below("packs", 2));
    return pages;
  }

  private static List<DocsPage> below(String folder, int depth) throws IOException {
    Path root = Home.root();
    try (Stream<Path> files = Files.walk(root.resolve(folder), depth)) {
      return files
          .map(each -> root.relativize(each).toString())
          .filter(each -> each.endsWith(".md"))
          .sorted()
          .map(DocsPage::of)
          .toList();
    }
  }

  /** The part of the page under a heading, up to the next heading of its kind. */
  public DocsPage under(String heading) {
    int from = text.indexOf("\n" + heading + "\n");
    int to = text.indexOf("\n## ", from + 1);
    return new DocsPage(name, text.substring(from, to < 0 ? text.length() : to));
  }

  /** The arguments of each command of a program, without what a shell alone understands. */
  public List<List<String>> commands(String program) {
    return lines().stream()
        .filter(line -> line.startsWith(program + " "))
        .map(line -> arguments(line.substring(program.length())))
        .toList();
  }

  /**
   * A piece of a page that a reader may have to type.
   *
   * @param kind what it is
   * @param text one line of a command, or the whole of another block
   */
  public record PageStep(Kind kind, String text) {
    /** The kind of a piece. */
    public enum Kind {
      COMMAND,
      PROFILE,
      OTHER
    }
  }

  /**
   * All that its blocks and inline code have the reader type, in the order of the page. A block
   * with the name of a language is not among it, nor is inline code that begins with no program.
   */
  public List<PageStep> steps() {
    List<PageStep> steps = new ArrayList<>();
    for (MatchResult found : SHOWN.matcher(text).results().toList()) {
      if (found.group(4) != null) {
        String inline = found.group(4).replaceAll("\\s+", " ");
        if (PROGRAM.matcher(inline).matches()) {
          steps.add(new PageStep(PageStep.Kind.COMMAND, inline));
        }
      } else if (found.group(3) != null || found.group(1).isEmpty()) {
        String block = found.group(3) == null ? found.group(2) : unindented(found.group(3));
        steps.addAll(stepsOf(block));
      }
    }
    return steps;
  }

  private static List<PageStep> stepsOf(String block) {
    List<String> lines = block.replaceAll("\\\\\\n\\s*", "").lines().toList();
    if (lines.stream().allMatch(line -> PROGRAM.matcher(line).matches())) {
      return lines.stream().map(line -> new PageStep(PageStep.Kind.COMMAND, line)).toList();
    }
    return List.of(
        new PageStep(isProfile(block) ? PageStep.Kind.PROFILE : PageStep.Kind.OTHER, block));
  }

  private static boolean isProfile(String block) {
    return block.matches("(?s)\\w+:\\s.*");
  }

  private static String unindented(String block) {
    return block.replaceAll("(?m)^ {4}", "");
  }

  /** A profile with these sections in the place of its own. */
  public static String edited(String profile, String sections) {
    String text = profile;
    for (String line : sections.lines().filter(each -> each.matches("\\w+:.*")).toList()) {
      String name = line.substring(0, line.indexOf(':'));
      text = text.replaceAll("(?m)^" + name + ":.*\\n(?:[ -].*\\n)*", "");
      if (name.equals("tenants")) {
        text = text.replaceAll("(?m)^tenant:.*\\n", "");
      }
    }
    return text + sections;
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
    return blocks().stream().filter(DocsPage::isProfile).toList();
  }

  private List<String> blocks() {
    return BLOCK.matcher(text).results().map(found -> unindented(found.group())).toList();
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
