// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.Home;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Each version of a library or plugin is in one pom, so that a change of it cannot miss another.
 */
class VersionsTest {
  private static final Path ROOT = Home.path("pom.xml");

  /** Users copy it, so it has no parent and no properties of ours. */
  private static final Path SAMPLE = Home.path("dist", "sample", "pom.xml");

  @Test
  void noVersionOfALibraryIsInTwoPoms() throws Exception {
    Map<String, String> shared = properties(ROOT);
    Map<String, Set<Path>> places = new TreeMap<>();
    for (Path pom : poms()) {
      Map<String, String> own = properties(pom);
      for (Element version : elements(pom, "version")) {
        Element library = (Element) version.getParentNode();
        String name = version.getTextContent().strip().replaceFirst("^\\$\\{(.*)}$", "$1");
        String number = own.getOrDefault(name, shared.getOrDefault(name, name));
        if (isNumber(number) && !Set.of("project", "parent").contains(library.getTagName())) {
          places
              .computeIfAbsent(group(library) + " " + number, key -> new TreeSet<>())
              .add(own.containsKey(name) || name.equals(number) ? pom : ROOT);
        }
      }
    }
    assertThat(places).hasSizeGreaterThan(40);
    places.values().removeIf(poms -> poms.size() == 1);
    assertThat(places).isEmpty();
  }

  private static boolean isNumber(String text) {
    return !text.isEmpty() && Character.isDigit(text.charAt(0));
  }

  private static List<Path> poms() throws Exception {
    try (Stream<Path> files =
        Files.find(
            ROOT.getParent(),
            4,
            (file, attributes) ->
                file.endsWith("pom.xml") && !file.toString().contains("/target/"))) {
      return files.filter(pom -> !pom.equals(SAMPLE)).toList();
    }
  }

  /** The group of a dependency, or the one that Maven gives to a plugin without any. */
  private static String group(Element library) {
    NodeList groups = library.getElementsByTagName("groupId");
    return groups.getLength() == 0
        ? "org.apache.maven.plugins"
        : groups.item(0).getTextContent().strip();
  }

  private static Map<String, String> properties(Path pom) throws Exception {
    Map<String, String> properties = new HashMap<>();
    for (Element all : elements(pom, "properties")) {
      NodeList children = all.getChildNodes();
      for (int i = 0; i < children.getLength(); i++) {
        if (children.item(i) instanceof Element property) {
          properties.put(property.getTagName(), property.getTextContent().strip());
        }
      }
    }
    return properties;
  }

  private static List<Element> elements(Path pom, String name) throws Exception {
    NodeList found =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(pom.toFile())
            .getElementsByTagName(name);
    return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i)).toList();
  }
}
