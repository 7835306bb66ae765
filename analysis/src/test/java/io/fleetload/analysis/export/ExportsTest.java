// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.analysis.report.RefusedGroup;
import io.fleetload.analysis.report.RichResult;
import io.fleetload.results.ResultFiles;
import io.fleetload.rig.Golden;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class ExportsTest {
  private static final Golden WORDS = Golden.of("report");
  @TempDir private Path directory;
  private final ObjectNode result = RichResult.tree();

  private String written(String name) throws Exception {
    Exports.write(result, directory);
    return Files.readString(directory.resolve(name));
  }

  private Element suite() throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(written(Exports.JUNIT))))
        .getDocumentElement();
  }

  private static List<String> attributes(Element suite, String element, String attribute) {
    List<String> values = new ArrayList<>();
    NodeList all = suite.getElementsByTagName(element);
    for (int i = 0; i < all.getLength(); i++) {
      values.add(((Element) all.item(i)).getAttribute(attribute));
    }
    return values;
  }

  private void verdict(String status, int exitCode, String reason) {
    ObjectNode verdict = (ObjectNode) result.path("verdict");
    verdict.put("status", status).put("exitCode", exitCode).putArray("reasons").add(reason);
  }

  @Test
  void eachThresholdIsATestCase() throws Exception {
    Element suite = suite();
    int thresholds = result.path("thresholds").size();
    assertThat(suite.getAttribute("tests")).isEqualTo("" + (thresholds + 1));
    WORDS.holds("test cases", String.join("\n", attributes(suite, "testcase", "name")));
    assertThat(attributes(suite, "testcase", "name"))
        .hasSize(thresholds + 1)
        .contains("flows.*.failed == 0 (flows.telemetry.failed)");
    assertThat(suite.getAttribute("failures")).isEqualTo("2");
    assertThat(attributes(suite, "failure", "message"))
        .satisfiesExactly(
            lost -> WORDS.says(lost, "\"ledger.lost == 0\"", "ledger.lost", "3"),
            failed ->
                WORDS.says(failed, "\"flows.*.failed == 0\"", "flows.telemetry.failed", "1622"));
    assertThat(suite.getElementsByTagName("error").getLength()).isZero();
  }

  @Test
  void noThresholdCountsWhereTheRunIsNoVerdict() throws Exception {
    verdict("generator-limited", 5, "the device simulator was late");
    Element suite = suite();
    assertThat(attributes(suite, "error", "message"))
        .containsExactly("the device simulator was late");
    assertThat(suite.getAttribute("failures")).isEqualTo("0");
    assertThat(suite.getElementsByTagName("failure").getLength()).isZero();
    assertThat(suite.getAttribute("skipped")).isEqualTo("" + result.path("thresholds").size());
    assertThat(suite.getElementsByTagName("skipped").getLength())
        .isEqualTo(result.path("thresholds").size());
  }

  @Test
  void whatNoXmlMayHoldDoesNotMakeTheFileUnreadable() throws Exception {
    verdict("target-gone", 3, "answered \u0001 & <nothing>");
    assertThat(attributes(suite(), "error", "message")).containsExactly("answered ? & <nothing>");
  }

  @Test
  void noCellIsAFormulaOfASpreadsheet() throws Exception {
    for (String begin : List.of("=", "+", "-", "@")) {
      result.put("runId", begin + "HYPERLINK(\"a\",1)\u0007");
      assertThat(written(Exports.FIGURES).split("\r\n"))
          .filteredOn(row -> row.contains("HYPERLINK"))
          .isNotEmpty()
          .allMatch(row -> row.startsWith("\"'" + begin + "HYPERLINK(\"\"a\"\",1)?\","));
    }
  }

  @Test
  void everyFigureIsARowWithItsUnit() throws Exception {
    ((ObjectNode) result.at("/flows/telemetry/response"))
        .put("p99", 0.00001)
        .putObject("intervals")
        .putArray("p99")
        .add(0.000005)
        .addNull();
    ((ObjectNode) result.at("/flows/telemetry/failedBy")).put("odd, \"cause\"", 7);
    String run = result.path("runId").asText();
    assertThat(written(Exports.FIGURES).split("\r\n"))
        .startsWith("run,figure,value,unit,low,high")
        .contains(
            run + ",measuredSeconds,300,s,,",
            run + ",flows.telemetry.failed,1622,count,,",
            run + ",flows.telemetry.achieved,0.998,share,,",
            run + ",flows.telemetry.reached,598.8,/s,,",
            run + ",flows.telemetry.response.p99,0.00001,ms,0.000005,",
            run + ",\"flows.telemetry.failedBy.odd, \"\"cause\"\"\",7,count,,")
        .doesNotHaveDuplicates();
  }

  @Test
  void aPullRequestShowsVerdictFlowsAndThresholds() throws Exception {
    result.put("run", "a|b_c");
    verdict("thresholds-crossed", 1, "threshold \"ledger.lost == 0\" crossed");
    assertThat(written(Exports.SUMMARY).split("\n"))
        .startsWith("### a\\|b\\_c: THRESHOLDS CROSSED")
        .contains(
            "- threshold \"ledger.lost == 0\" crossed",
            "| ✗ | `ledger.lost == 0` | ledger.lost | 3 |  |",
            "| ✓ | `ledger.unaccounted == 0` | ledger.unaccounted | 0 |  |")
        .anyMatch(
            line ->
                line.startsWith(
                    "| telemetry | 600.0 | 598.8 | 179640 | 178010 | 1622 | 8 | 360 | 3 | "));
  }

  @Test
  void whatWasNotMeasuredIsADash() throws Exception {
    ((ObjectNode) result.at("/flows/telemetry/response")).putNull("p50").putNull("p99");
    ((ObjectNode) result.at("/flows/telemetry")).remove("ledger");
    assertThat(written(Exports.SUMMARY)).contains(" | 360 | – | – | – |");
  }

  @Test
  void anEarlyResultThatLacksPartsHasAllFiles() throws Exception {
    Exports.write(
        new ObjectMapper()
            .readTree(
                """
                {"version": 1, "run": "by hand", "verdict": {"status": "passed", "exitCode": 0},
                 "devices": {"asked": 5, "connected": 5}, "measuredSeconds": 60,
                 "flows": {"telemetry": {"asked": 8, "reached": 8, "sent": 480, "ok": 480}}}
                """),
        directory);
    assertThat(directory.resolve(Exports.SUMMARY))
        .content()
        .contains("| telemetry | 8.0 | 8.0 | 480 | 480 | 0 | 0 | 0 | – | – | – |");
    assertThat(directory.resolve(Exports.JUNIT)).content().contains("tests=\"1\"");
    assertThat(directory.resolve(Exports.FIGURES)).content().contains(",flows.telemetry.ok,480,");
  }

  @Test
  void theGroupsOfAFleetAreATableAndRows() throws Exception {
    Exports.write(ResultFiles.tree(RefusedGroup.result()), directory);
    assertThat(Files.readString(directory.resolve(Exports.SUMMARY)))
        .contains("\n| meters | 95 | 95 | 95 | 95 | 95 | 0 | 0 | 0 | – |\n")
        .contains("\n| gateways | 5 | 5 | 0 | 0 | 0 | 0 | 0 | 5 | – |\n");
    assertThat(Files.readString(directory.resolve(Exports.FIGURES)))
        .contains(",groups.gateways.notConnected,5,")
        .contains(",groups.gateways.failedBy.transport.handshake,10,");
    Exports.write(ResultFiles.tree(RefusedGroup.ofSharedSessions()), directory);
    assertThat(Files.readString(directory.resolve(Exports.SUMMARY)))
        .contains("\n| gateways | 5 | – | – | 0 | 0 | 0 | 0 | 5 | – |\n");
  }
}
