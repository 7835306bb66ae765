// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.export;

import io.fleetload.results.Result;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.verdict.ThresholdOutcome;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * A result as a test suite in the format of JUnit's and Surefire's XML reports. Each threshold is a
 * test case. The first case is the run itself: it is an error where the run gives no verdict on the
 * target, and then no threshold counts, neither as held nor as crossed.
 */
final class JUnitXml {
  private static final Set<ExitCode> VERDICTS =
      Set.of(ExitCode.PASSED, ExitCode.THRESHOLDS_CROSSED);
  private static final String NOT_IN_XML = "[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD]";

  private final Result result;
  private final List<ThresholdOutcome> thresholds;
  private final boolean isVerdict;

  JUnitXml(Result result) {
    this.result = result;
    // An early result has none.
    this.thresholds = Objects.requireNonNullElse(result.thresholds(), List.of());
    this.isVerdict = VERDICTS.contains(result.verdict().code());
  }

  String text() {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      suite(xml);
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("a string takes every text", e);
    }
    return text + "\n";
  }

  private void suite(XMLStreamWriter xml) throws XMLStreamException {
    long crossed = isVerdict ? thresholds.stream().filter(each -> !each.held()).count() : 0;
    xml.writeCharacters("\n");
    xml.writeStartElement("testsuite");
    attribute(xml, "name", result.identity().run());
    attribute(xml, "tests", String.valueOf(thresholds.size() + 1));
    attribute(xml, "failures", String.valueOf(crossed));
    attribute(xml, "errors", isVerdict ? "0" : "1");
    attribute(xml, "skipped", isVerdict ? "0" : String.valueOf(thresholds.size()));
    attribute(xml, "time", seconds(result.figures().measuredSeconds()));
    begin(xml, "the run is a verdict on the target", result.figures().measuredSeconds());
    if (!isVerdict) {
      outcome(xml, "error", result.verdict().status(), String.join("; ", reasons()));
    }
    end(xml);
    for (ThresholdOutcome each : thresholds) {
      begin(xml, each.threshold() + " (" + each.figure() + ")", 0);
      if (!isVerdict) {
        outcome(xml, "skipped", null, "the run is no verdict on the target");
      } else if (!each.held()) {
        outcome(xml, "failure", "threshold", each.sentence());
      }
      end(xml);
    }
    xml.writeCharacters("\n");
    xml.writeEndElement();
  }

  private List<String> reasons() {
    List<String> reasons = result.verdict().reasons();
    return reasons.isEmpty() ? List.of(result.verdict().status()) : reasons;
  }

  private void begin(XMLStreamWriter xml, String name, double seconds) throws XMLStreamException {
    xml.writeCharacters("\n  ");
    xml.writeStartElement("testcase");
    attribute(xml, "classname", result.identity().run());
    attribute(xml, "name", name);
    attribute(xml, "time", seconds(seconds));
  }

  private static void outcome(XMLStreamWriter xml, String element, String type, String message)
      throws XMLStreamException {
    xml.writeCharacters("\n    ");
    xml.writeEmptyElement(element);
    if (type != null) {
      attribute(xml, "type", type);
    }
    attribute(xml, "message", message);
    xml.writeCharacters("\n  ");
  }

  private static void end(XMLStreamWriter xml) throws XMLStreamException {
    xml.writeEndElement();
  }

  private static void attribute(XMLStreamWriter xml, String name, String value)
      throws XMLStreamException {
    // A control character of a name would make the whole file unreadable.
    xml.writeAttribute(name, value.replaceAll(NOT_IN_XML, "?"));
  }

  private static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.3f", seconds);
  }
}
