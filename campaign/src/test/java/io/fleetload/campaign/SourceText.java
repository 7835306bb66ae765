// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import io.fleetload.rig.Home;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A file of Java as a reader of prose sees it.
 *
 * @param path its path in the tree
 * @param javadocs each without its stars
 * @param comments of one line each
 * @param messages texts in quotes; those that {@code +} joins are one
 * @param code the file with blanks in place of comments and quoted texts
 */
record SourceText(
    String path,
    List<Passage> javadocs,
    List<Passage> comments,
    List<Passage> messages,
    String code) {
  private static final Pattern TOKENS =
      Pattern.compile(
          "(?<javadoc>/\\*\\*.*?\\*/)|/\\*.*?\\*/|//(?<comment>[^\\n]*)"
              + "|\"\"\"(?<block>.*?)\"\"\"|\"(?<text>(?:[^\"\\\\\\n]|\\\\.)*)\"|'(?:[^'\\\\\\n]|\\\\.)+'",
          Pattern.DOTALL);

  private static final Pattern JOINED = Pattern.compile("\\s*\\+\\s*");

  /**
   * A piece of prose.
   *
   * @param line number of its first line
   * @param text the words, with single blanks between them
   */
  record Passage(int line, String text) {}

  /** The files of all modules' main code. */
  static List<SourceText> all() throws IOException {
    try (Stream<Path> files = Files.walk(Home.root())) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> file.toString().contains("/src/main/java/"))
          .sorted()
          .map(SourceText::read)
          .toList();
    }
  }

  private static SourceText read(Path file) {
    String source;
    try {
      source = Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<Passage> javadocs = new ArrayList<>();
    List<Passage> comments = new ArrayList<>();
    List<Passage> messages = new ArrayList<>();
    StringBuilder code = new StringBuilder(source);
    int endOfText = -1;
    for (MatchResult token : TOKENS.matcher(source).results().toList()) {
      int line = (int) source.substring(0, token.start()).lines().count();
      String group = token.group();
      if (token.group(1) != null) {
        String text = group.substring(3, group.length() - 2).replaceAll("\\n\\s*\\* ?", "\n");
        javadocs.add(new Passage(line, text.replaceAll("\\s+", " ").strip()));
      } else if (token.group(2) != null) {
        comments.add(new Passage(line, token.group(2).strip()));
      } else if (token.group(3) != null || token.group(4) != null) {
        String text = token.group(3) != null ? token.group(3) : token.group(4);
        if (endOfText >= 0
            && JOINED.matcher(source.substring(endOfText, token.start())).matches()) {
          Passage before = messages.remove(messages.size() - 1);
          messages.add(new Passage(before.line(), before.text() + text));
        } else {
          messages.add(new Passage(line, text));
        }
        endOfText = token.end();
      }
      for (int i = token.start(); i < token.end(); i++) {
        if (source.charAt(i) != '\n') {
          code.setCharAt(i, ' ');
        }
      }
    }
    return new SourceText(
        Home.root().relativize(file).toString(), javadocs, comments, messages, code.toString());
  }
}
