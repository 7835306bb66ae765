// SPDX-License-Identifier: EPL-2.0
package io.fleetload.junit5;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Reads a result from {@code junit.xml} and {@code figures.csv}. They say all of {@code
 * result.json} that a test asks for, and the JDK reads them: a library for JSON would be one more
 * on the user's class path.
 */
final class ResultFiles {
  /**
   * Run, figure, value, unit, and whatever a later version puts behind these; only a figure's name
   * may be quoted (RFC 4180).
   */
  private static final Pattern ROW =
      Pattern.compile("[^,]*,(?:\"((?:[^\"]|\"\")*)\"|([^,]*)),([^,]*),([^,]*)(?:,.*)?");

  private final Path directory;

  ResultFiles(Path directory) {
    this.directory = directory;
  }

  /** The result, where the run left one. */
  Optional<LoadResult> read(int exitCode) {
    if (!Files.exists(directory.resolve("junit.xml"))) {
      return Optional.empty();
    }
    try {
      Element suite = suite();
      List<String> reasons = new ArrayList<>();
      Verdict verdict = Verdict.ofExitCode(exitCode);
      for (Element error : all(suite, "error")) {
        // Several verdicts share a code.
        verdict = Verdict.ofStatus(error.getAttribute("type")).orElse(verdict);
        reasons.add(error.getAttribute("message"));
      }
      all(suite, "failure").forEach(each -> reasons.add(each.getAttribute("message")));
      return Optional.of(
          new LoadResult(suite.getAttribute("name"), verdict, reasons, figures(), directory));
    } catch (IOException | SAXException | ParserConfigurationException e) {
      throw new LoadTestException(
          Verdict.RESULTS_NOT_WRITTEN, "%s: cannot be read: %s".formatted(directory, e), e);
    }
  }

  private Element suite() throws IOException, SAXException, ParserConfigurationException {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(directory.resolve("junit.xml").toFile())
        .getDocumentElement();
  }

  private static List<Element> all(Element in, String name) {
    NodeList found = in.getElementsByTagName(name);
    List<Element> all = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      all.add((Element) found.item(i));
    }
    return all;
  }

  private Map<String, Figure> figures() throws IOException {
    Map<String, Figure> figures = new HashMap<>();
    for (String line : Files.readAllLines(directory.resolve("figures.csv"))) {
      Matcher row = ROW.matcher(line);
      if (row.matches() && !row.group(3).equals("value")) {
        String name = row.group(1) == null ? row.group(2) : row.group(1).replace("\"\"", "\"");
        figures.put(name, new Figure(name, Double.parseDouble(row.group(3)), row.group(4)));
      }
    }
    return figures;
  }
}
