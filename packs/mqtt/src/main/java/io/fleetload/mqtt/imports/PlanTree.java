// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.imports;

import io.fleetload.pack.imports.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The elements of a JMeter plan as a tree of what they are: each with its properties, and with the
 * elements of the {@code hashTree} behind it.
 */
final class PlanTree {
  static final String TREE = "hashTree";

  /** Attributes that say what an element or a property is, and not what it says. */
  private static final Set<String> OF_FORM =
      Set.of("@guiclass", "@testclass", "@testname", "@elementType", "@name", "@enabled", "@class");

  private PlanTree() {}

  /** The elements below the root of the file, which are one tree. */
  static List<Part> of(Part root) {
    List<Part> elements = new ArrayList<>();
    for (Part each : root.parts()) {
      if (each.name().equals(TREE)) {
        elements.addAll(tree(each));
      } else if (!each.name().matches("@(version|properties|jmeter)")) {
        elements.add(each);
      }
    }
    return elements;
  }

  private static List<Part> tree(Part tree) {
    List<Part> elements = new ArrayList<>();
    for (Part each : tree.parts()) {
      if (!each.name().equals(TREE)) {
        elements.add(element(each));
      } else if (!elements.isEmpty()) {
        Part before = elements.get(elements.size() - 1);
        List<Part> parts = new ArrayList<>(before.parts());
        parts.addAll(tree(each));
        before.replace(parts);
        if (before.reason() != null) {
          before.leaveOut(before.reason());
        }
      }
    }
    return elements;
  }

  private static Part element(Part xml) {
    String name = xml.name().substring(xml.name().lastIndexOf('.') + 1);
    String title = xml.value("@testname").orElse("");
    Part element = Part.of(xml.line(), name, title.isEmpty() ? null : "\"%s\"".formatted(title));
    List<Part> parts = new ArrayList<>();
    xml.parts().forEach(each -> properties(each, parts));
    element.replace(parts);
    if (xml.value("@enabled").orElse("true").equals("false")) {
      element.leaveOut("is disabled");
    }
    return element;
  }

  /** The properties below an element, whatever collections they are in. */
  private static void properties(Part xml, List<Part> into) {
    if (OF_FORM.contains(xml.name())) {
      return;
    }
    if (xml.name().startsWith("@")) {
      into.add(Part.of(xml.line(), xml.name().substring(1), xml.value()));
      return;
    }
    boolean isSection = xml.parts().stream().anyMatch(each -> !each.name().startsWith("@"));
    String name = xml.value("@name").orElse(xml.name());
    if (isSection && xml.parts().stream().anyMatch(each -> each.name().equals("name"))) {
      // A doubleProp has name and value as elements of its own.
      String own = xml.value("name").orElse(name);
      into.add(Part.of(xml.line(), own, xml.value("value").orElse("")));
      xml.parts().stream()
          .filter(each -> each.name().equals("value"))
          .flatMap(each -> each.parts().stream())
          .filter(each -> !each.name().startsWith("@"))
          .forEach(each -> properties(each, into));
      xml.parts().stream()
          .filter(each -> !each.name().matches("name|value|@.*|savedValue"))
          .forEach(each -> properties(each, into));
    } else if (isSection) {
      List<Part> below = new ArrayList<>();
      xml.parts().forEach(each -> properties(each, below));
      Part section = Part.of(xml.line(), name, xml.value());
      section.replace(below);
      into.add(section);
    } else if (!(xml.name().equals("collectionProp") || xml.name().equals("elementProp"))) {
      into.add(Part.of(xml.line(), name, xml.value()));
    }
  }
}
