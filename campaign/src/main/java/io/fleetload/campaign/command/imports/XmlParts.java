// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command.imports;

import io.fleetload.pack.imports.Part;
import io.fleetload.process.UsageException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The elements of XML, with attributes as parts that begin with {@code @}. */
final class XmlParts {
  private static final int DEEPEST = 200;

  private XmlParts() {}

  /**
   * Reads a text; a document type and what it names are refused.
   *
   * @throws UsageException with one line if it is no XML
   */
  static Part of(String name, String text) throws UsageException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    try {
      XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(text));
      while (reader.next() != XMLStreamConstants.START_ELEMENT) {
        if (reader.getEventType() == XMLStreamConstants.DTD) {
          throw new UsageException(name + ": leave out its document type");
        }
      }
      return element(name, reader, 0);
    } catch (XMLStreamException e) {
      throw new UsageException(
          "%s: is no XML, line %s"
              .formatted(name, e.getLocation() == null ? "?" : e.getLocation().getLineNumber()));
    }
  }

  private static Part element(String file, XMLStreamReader reader, int depth)
      throws XMLStreamException, UsageException {
    if (depth > DEEPEST) {
      throw new UsageException("%s: has elements more than %s deep".formatted(file, DEEPEST));
    }
    int line = reader.getLocation().getLineNumber();
    String name = reader.getLocalName();
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      parts.add(Part.of(line, "@" + reader.getAttributeLocalName(i), reader.getAttributeValue(i)));
    }
    StringBuilder text = new StringBuilder();
    while (reader.next() != XMLStreamConstants.END_ELEMENT) {
      if (reader.getEventType() == XMLStreamConstants.START_ELEMENT) {
        parts.add(element(file, reader, depth + 1));
      } else if (reader.isCharacters()) {
        text.append(reader.getText());
      }
    }
    String value = text.toString();
    Part element = Part.of(line, name, value.isBlank() ? "" : value);
    element.replace(parts);
    return element;
  }
}
