// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.health.GeneratorSeconds;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.verdict.Threshold;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFilesTest {

  @TempDir Path directory;

  private static void refused(Path file, String message) {
    assertThatThrownBy(() -> ResultFiles.read(file, DeviceBook.class))
        .isInstanceOf(IOException.class)
        .message()
        .hasLineCount(1)
        .startsWith(file + ": " + message);
  }

  @Test
  void thePartsOfABookAreNoLevelOfItsFile() throws IOException {
    assertThat(ResultFiles.tree(Books.device(Books.senders())).fieldNames())
        .toIterable()
        .contains("measuredSeconds", "phases", "generator", "devices", "flows")
        .doesNotContain("timeline", "generatorBook");
    assertThat(
            ResultFiles.tree(Books.device(Books.senders()))
                .at("/flows/commandResponse")
                .fieldNames())
        .toIterable()
        .contains("answers", "deviceOnly", "measuredFrom", "warmUp", "measured", "response", "sent")
        .doesNotContain("terms", "numbering", "totals");
    assertThat(ResultFiles.tree(Books.backend(Books.receivers())).fieldNames())
        .toIterable()
        .contains("complete", "caughtUp", "runSeconds", "foreign", "unstamped")
        .doesNotContain("reading", "strangers");
  }

  @Test
  void aBookIsReadAsItWasWritten() throws IOException {
    Path deviceFile = directory.resolve(DeviceBook.FILE);
    Path backendFile = directory.resolve(BackendBook.FILE);
    DeviceBook device = Books.device(Books.senders());
    BackendBook backend = Books.backend(Books.receivers());
    ResultFiles.write(deviceFile, device);
    ResultFiles.write(backendFile, backend);
    List<Threshold> bounds = List.of(Threshold.parse("flows.*.response.p999 < 5ms"));
    Result before = Result.join(device, backend, bounds);
    Result after =
        Result.join(
            ResultFiles.read(deviceFile, DeviceBook.class),
            ResultFiles.read(backendFile, BackendBook.class),
            bounds);
    assertThat(ResultFiles.tree(after)).isEqualTo(ResultFiles.tree(before));
  }

  @Test
  void aResultIsReadAsItWasWritten() throws IOException {
    Path file = directory.resolve(Result.FILE);
    Result result =
        Result.join(
            Books.device(Books.senders()),
            Books.backend(Books.receivers()),
            List.of(Threshold.parse("ledger.none == 0")));
    ResultFiles.write(file, result);
    assertThat(ResultFiles.tree(ResultFiles.read(file, Result.class)))
        .isEqualTo(ResultFiles.tree(result));
  }

  @Test
  void aResultIsReadWithoutItsCourses() throws IOException {
    Path file = directory.resolve(Result.FILE);
    Files.writeString(
        file,
        """
        {"version": 2, "flows": {"a": {"perSecond": {"sent": [1, [2], {"x": 3}]}, "sent": 3},
         "b": {"perSecond": {}}}, "worstDevices": [{"device": "d"}], "phases": []}
        """);
    assertThat(ResultFiles.resultWithoutCourses(file))
        .hasToString("{\"version\":2,\"flows\":{\"a\":{\"sent\":3},\"b\":{}},\"phases\":[]}");
    Files.writeString(file, "{\"version\": 9}");
    assertThatThrownBy(() -> ResultFiles.resultWithoutCourses(file)).hasMessageContaining("9");
    Files.writeString(file, "{\"version\": 2, \"perSecond\": [1,");
    assertThatThrownBy(() -> ResultFiles.resultWithoutCourses(file))
        .hasMessageContaining("is cut off");
  }

  @Test
  void aHistogramKeepsItsValuesAndWhatWasClamped() throws IOException {
    LatencyHistogram histogram = Books.millis(1, 20, 300);
    histogram.record(-5);
    histogram.record(Long.MAX_VALUE);
    Path file = directory.resolve("histogram.json");
    ResultFiles.write(file, histogram);
    LatencyHistogram read = ResultFiles.read(file, LatencyHistogram.class);
    assertThat(read.summary()).isEqualTo(histogram.summary());
    assertThat(read.encoded()).isEqualTo(histogram.encoded());
  }

  @Test
  void aSetThatNeedsABitForEachOfItsNumbersIsReadWhateverItsLength() throws IOException {
    MessageSet everySecond = new MessageSet();
    for (int n = 0; n < 130_000_000; n += 2) {
      everySecond.add(n);
    }
    Path file = directory.resolve("set.json");
    ResultFiles.write(file, everySecond);
    assertThat(ResultFiles.read(file, MessageSet.class).size()).isEqualTo(65_000_000);
  }

  @Test
  void nothingIsLeftBesideAFileThatWasWritten() throws IOException {
    Path file = directory.resolve(DeviceBook.FILE);
    ResultFiles.write(file, Books.device(Books.senders()));
    ResultFiles.write(file, Books.device(Books.senders()));
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void aFileThatWasCutOffIsRefusedInOneLine() throws IOException {
    Path file = directory.resolve(DeviceBook.FILE);
    ResultFiles.write(file, Books.device(Books.senders()));
    String whole = Files.readString(file);
    for (int length : new int[] {1, 20, whole.length() / 2, whole.length() - 3}) {
      Files.writeString(file, whole.substring(0, length));
      refused(file, "no DeviceBook: ");
    }
    Files.writeString(file, "");
    refused(file, "no DeviceBook: ");
  }

  @Test
  void damageInsideAHistogramOrASetIsRefusedInOneLine() throws IOException {
    Path file = directory.resolve(DeviceBook.FILE);
    ResultFiles.write(file, Books.device(Books.senders()));
    String whole = Files.readString(file);
    Files.writeString(file, whole.replaceAll("\"hdr\" : \".{8}", "\"hdr\" : \""));
    refused(file, "no DeviceBook: ");
    Files.writeString(file, whole.replaceAll("\"sent\" : \".{8}", "\"sent\" : \""));
    refused(file, "no DeviceBook: ");
  }

  @Test
  void aFileOfAnotherKindIsRefusedInOneLine() throws IOException {
    Path file = directory.resolve(DeviceBook.FILE);
    Files.writeString(file, "{}");
    refused(file, "no DeviceBook: ");
    assertThatThrownBy(() -> ResultFiles.read(file, BackendBook.class))
        .hasMessageContaining("no BackendBook: has no version");
    Files.writeString(file, "null");
    refused(file, "no DeviceBook: has no version");
    Files.writeString(file, "<html>\n</html>");
    refused(file, "no DeviceBook: ");
    Files.write(file, new byte[] {'{', (byte) 0xff, '}'});
    refused(file, "no DeviceBook: is no UTF-8 text");
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    refused(directory.resolve("absent.json"), "there is no such file");
    Path directoryItself = directory;
    assertThatThrownBy(() -> ResultFiles.read(directoryItself, DeviceBook.class))
        .isInstanceOf(IOException.class)
        .message()
        .hasLineCount(1);
  }

  @Test
  void aPlaceThatCannotBeWrittenIsNamed() throws IOException {
    Path file = directory.resolve("absent").resolve(Result.FILE);
    assertThatThrownBy(() -> ResultFiles.write(file, Books.millis(1)))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(file + ": cannot be written: ")
        .hasMessageContaining("directory");
    Path plain = Files.createFile(directory.resolve("plain"));
    assertThatThrownBy(() -> ResultFiles.write(plain.resolve(Result.FILE), Books.millis(1)))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(plain.resolve(Result.FILE) + ": cannot be written: ");
  }

  @Test
  void aFullDiskIsNamedAndTheFileBeforeStays() throws IOException {
    Path full = Path.of("/dev/full");
    assumeThat(full).exists();
    Path file = directory.resolve(DeviceBook.FILE);
    DeviceBook before = Books.device(Books.senders());
    ResultFiles.write(file, before);
    String written = Files.readString(file);
    Files.createSymbolicLink(directory.resolve(DeviceBook.FILE + ".part"), full);
    assertThatThrownBy(() -> ResultFiles.write(file, before))
        .isInstanceOf(ResultFiles.WriteFailure.class)
        .hasMessageStartingWith(file + ": ")
        .hasMessageEndingWith(": No space left on device");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).as("the part that takes up space is gone").containsExactly(file);
    }
    assertThat(file).hasContent(written);
    ResultFiles.write(file, before);
  }

  @Test
  void aResultNamesItsSchemaAndOneWithoutIsReadAsWell() throws IOException {
    Path file = directory.resolve(Result.FILE);
    Result result = Result.join(Books.device(Books.senders()), null, List.of());
    ResultFiles.write(file, result);
    String text = Files.readString(file);
    assertThat(text).startsWith("{\n  \"$schema\" : \"urn:fleetload:result:2\",\n");
    Files.writeString(file, text.replaceFirst("  \"\\$schema\" : .*\n", ""));
    assertThat(Files.readString(file)).doesNotContain("$schema");
    assertThat(ResultFiles.read(file, Result.class)).isEqualTo(result);
    assertThat(ResultFiles.resultTree(file).has("$schema")).isFalse();
  }

  @Test
  void aBookThatEndsAfterAnyOfItsLinesIsCutOff() throws IOException {
    Path file = directory.resolve(DeviceBook.FILE);
    ResultFiles.write(file, Books.device(Books.senders()));
    List<String> lines = Files.readAllLines(file);
    for (int end = 1; end < lines.size(); end++) {
      Files.write(file, lines.subList(0, end));
      refused(file, "no DeviceBook: is cut off");
    }
  }

  @Test
  void aFileOfANewerVersionSaysWhatReadsIt() throws IOException {
    Path file = directory.resolve(DeviceBook.FILE);
    ResultFiles.write(file, Books.device(Books.senders()));
    Files.writeString(file, Files.readString(file).replace("\"version\" : 2", "\"version\" : 7"));
    refused(file, "is of version 7, this tool reads up to 2");
  }

  @Test
  void aResultIsReadWithThePartsThatThisVersionDoesNotKnow() throws IOException {
    Path file = directory.resolve(Result.FILE);
    ResultFiles.write(file, Result.join(Books.device(Books.senders()), null, List.of()));
    Files.writeString(
        file, Files.readString(file).replaceFirst("\"run\"", "\"later\" : 5, \"run\""));
    assertThat(ResultFiles.resultTree(file).path("later").asInt()).isEqualTo(5);
  }

  @Test
  void whatIsNoResultIsRefusedInOneLine() throws IOException {
    Path file = directory.resolve(Result.FILE);
    noResult(file, "{\"version\": 3}", "is of version 3, ");
    noResult(file, "{\"version\": 1, \"verdict\": {\"sta", "no Result: is cut off");
    noResult(file, "{\"version\": 1, \"run\": \"x\", \"flows\": {}}", "verdict is missing");
    noResult(file, "[1, 2]", "no Result: has no version");
    noResult(file, "", "no Result: ");
    noResult(file, "hello", "no Result: ");
  }

  @Test
  void whatABookLacksIsNamedByItsPath() throws IOException {
    Path file = directory.resolve(DeviceBook.FILE);
    ResultFiles.write(file, Books.device(Books.senders()));
    String whole = Files.readString(file);
    Files.writeString(file, whole.replaceFirst("\"sent\" : \"[^\"]*\",", ""));
    refused(file, "flows.telemetry.sent is missing");
    Files.writeString(file, whole.replaceFirst("\"phases\" : \\[[^]]*\\],", ""));
    refused(file, "phases is missing");
    Files.writeString(file, whole.replaceFirst("\"name\" : \"measure\"", "\"name\" : null"));
    refused(file, "phases[0].name is missing");
    Files.writeString(
        file, whole.replaceFirst("\"failed\" : \\{[^}]*}", "\"failed\" : {\"a\": null}"));
    refused(file, "devices.failed.a is missing");
  }

  private static void noResult(Path file, String text, String message) throws IOException {
    Files.writeString(file, text);
    assertThatThrownBy(() -> ResultFiles.resultTree(file))
        .isInstanceOf(IOException.class)
        .message()
        .hasLineCount(1)
        .startsWith(file + ": " + message);
  }

  @Test
  void secondsWithoutAMessageAreGaps() throws IOException {
    List<Double> gaps = Arrays.asList(null, 1.5);
    GeneratorSeconds seconds = new GeneratorSeconds(gaps, gaps, gaps, gaps, gaps, gaps);
    Path file = directory.resolve("seconds.json");
    ResultFiles.write(file, seconds);

    assertThat(ResultFiles.read(file, GeneratorSeconds.class)).isEqualTo(seconds);
  }

  @Test
  void aResultOfTheFirstVersionIsReadWithTheNamesOfThisOne() throws IOException {
    Path file = directory.resolve(Result.FILE);
    Files.writeString(
        file,
        """
        {"version": 1, "run": "before", "verdict": {"status": "passed", "exitCode": 0, "reasons": []},
         "flows": {"event": {"response": {"count": 1, "p99.9": 12.5, "p99.99": 13.5},
          "warmUp": {"failed": {"4.04": 2, "5.03": 3}, "notSent": {}}}}}
        """);
    JsonNode flow = ResultFiles.resultTree(file).at("/flows/event");
    assertThat(flow.at("/response/p999").asDouble()).isEqualTo(12.5);
    assertThat(flow.at("/warmUp/failed").asLong()).isEqualTo(5);
    FlowResult read = ResultFiles.read(file, Result.class).figures().flows().get("event");
    assertThat(read.times().response().times().p9999()).isEqualTo(13.5);
    assertThat(read.warmUp().failedBy()).containsEntry("5.03", 3L);
    assertThat(read.warmUp().notSent()).isZero();
  }
}
