// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.export;

import io.fleetload.results.Result;
import io.fleetload.results.format.ExitCode;
import io.fleetload.results.verdict.ThresholdOutcome;
import io.fleetload.results.verdict.Verdict;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * A verdict as a test suite in the format of JUnit's and Surefire's XML reports. The first case is
 * the run itself: it is an error where the run gives no verdict on the target, and then no other
 * case counts, neither as held nor as crossed.
 */
public final class JUnitXml {
  private static final Set<ExitCode> VERDICTS =
      Set.of(ExitCode.PASSED, ExitCode.THRESHOLDS_CROSSED);
  private static final String NOT_IN_XML = "[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD]";

  /**
   * Subject of a verdict.
   *
   * @param name as the suite is called
   * @param kind what was made: a run, a search or a series
   * @param seconds measured time
   */
  public record Subject(String name, String kind, double seconds) {}

  /**
   * One thing that is tested.
   *
   * @param failure why it failed; null if it did not
   * @param skipped why it does not count; null if it does
   */
  public record TestCase(String name, String failure, String skipped) {}

  private final Subject subject;
  private final Verdict verdict;
  private final List<TestCase> cases;
  private final boolean isVerdict;

  private JUnitXml(Subject subject, Verdict verdict, List<TestCase> cases) {
    this.subject = subject;
    this.verdict = verdict;
    this.isVerdict = VERDICTS.contains(verdict.code());
    this.cases = cases.stream().map(this::counting).toList();
  }

  /** The file's text. */
  public static String of(Subject subject, Verdict verdict, List<TestCase> cases) {
    return new JUnitXml(subject, verdict, cases).text();
  }

  /** Of a run, with a case for each threshold. */
  static String of(Result result) {
    return of(
        new Subject(result.identity().run(), "run", result.figures().measuredSeconds()),
        result.verdict(),
        // An early result has none.
        Objects.requireNonNullElse(result.thresholds(), List.<ThresholdOutcome>of()).stream()
            .map(
                each ->
                    new TestCase(
                        each.threshold() + " (" + each.figure() + ")",
                        each.held() ? null : each.sentence(),
                        null))
            .toList());
  }

  private TestCase counting(TestCase each) {
    return isVerdict
        ? each
        : new TestCase(
            each.name(), null, "the %s is no verdict on the target".formatted(subject.kind()));
  }

  private String text() {
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
    xml.writeCharacters("\n");
    xml.writeStartElement("testsuite");
    attribute(xml, "name", subject.name());
    attribute(xml, "tests", String.valueOf(cases.size() + 1));
    attribute(xml, "failures", count(each -> each.failure() != null));
    attribute(xml, "errors", isVerdict ? "0" : "1");
    attribute(xml, "skipped", count(each -> each.skipped() != null));
    attribute(xml, "time", seconds(subject.seconds()));
    begin(xml, "the %s is a verdict on the target".formatted(subject.kind()), subject.seconds());
    if (!isVerdict) {
      outcome(xml, "error", verdict.status(), String.join("; ", reasons()));
    }
    end(xml);
    for (TestCase each : cases) {
      begin(xml, each.name(), 0);
      if (each.skipped() != null) {
        outcome(xml, "skipped", null, each.skipped());
      } else if (each.failure() != null) {
        outcome(xml, "failure", "threshold", each.failure());
      }
      end(xml);
    }
    xml.writeCharacters("\n");
    xml.writeEndElement();
  }

  private String count(Predicate<TestCase> of) {
    return String.valueOf(cases.stream().filter(of).count());
  }

  private List<String> reasons() {
    return verdict.reasons().isEmpty() ? List.of(verdict.status()) : verdict.reasons();
  }

  private void begin(XMLStreamWriter xml, String name, double seconds) throws XMLStreamException {
    xml.writeCharacters("\n  ");
    xml.writeStartElement("testcase");
    attribute(xml, "classname", subject.name());
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
