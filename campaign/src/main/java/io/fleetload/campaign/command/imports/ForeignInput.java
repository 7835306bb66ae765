// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command.imports;

import io.fleetload.pack.imports.Part;
import io.fleetload.process.UsageException;
import io.fleetload.process.UserFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * A load test of another tool as it was given: a file, standard input, or the words of a command.
 *
 * @param name for the user
 * @param folder where the names of files in it are from
 * @param root its parts
 */
record ForeignInput(String name, Path folder, Part root) {
  private static final String STANDARD_INPUT = "-";
  private static final int LONGEST = 4 << 20;

  /** The words of a command. */
  static ForeignInput ofWords(List<String> words) {
    return new ForeignInput(
        "command line",
        Path.of("").toAbsolutePath(),
        Part.section(0, "", List.of(ShellCommands.of(words))));
  }

  /**
   * Reads a file.
   *
   * @param file {@code -} for standard input
   * @throws UsageException with one line if it is too large, or is not what it seems to be
   */
  static ForeignInput ofFile(String file) throws UsageException {
    boolean standard = file.equals(STANDARD_INPUT);
    Path folder = Path.of(standard ? "" : file).toAbsolutePath();
    String text = standard ? standardInput() : new UserFile(null, Path.of(file)).text(LONGEST);
    String name = standard ? "standard input" : file;
    return new ForeignInput(name, standard ? folder : folder.getParent(), root(name, text));
  }

  /** The parts of a text, by what it looks like. */
  private static Part root(String name, String text) throws UsageException {
    String start = text.replaceFirst("^\\uFEFF", "").stripLeading();
    if (start.startsWith("<")) {
      return Part.section(0, "", List.of(XmlParts.of(name, start)));
    }
    if (start.startsWith("{")) {
      return TreeParts.ofJson(name, start);
    }
    if (ScriptParts.isScript(text)) {
      return ScriptParts.of(text);
    }
    return TreeParts.isYaml(text)
        ? TreeParts.ofYaml(name, text)
        : Part.section(0, "", ShellCommands.of(text));
  }

  private static String standardInput() throws UsageException {
    try {
      InputStream in = System.in;
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      bytes.write(in.readNBytes(LONGEST + 1));
      if (bytes.size() > LONGEST) {
        throw new UsageException("standard input: has more than %s bytes".formatted(LONGEST));
      }
      return bytes.toString(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UsageException("standard input: cannot be read (%s)".formatted(e.getMessage()));
    }
  }
}
