// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The engine knows no system under test, not even by a word: no name, text or comment in its
 * sources is of one. What a package rule overlooks, such as a metric's name, is found here.
 */
class WordsOfTheEngineTest {
  private static final Pattern WORDS =
      Pattern.compile(
          "(?i)coap|dtls|hono|kafka|mongo|infinispan|\\bnats\\b|grpc|(?-i:\\bngsi|Ngsi|NGSI)|fiware"
              + "|\\borion|jt.?808|\\barion|hazelcast|mqtt|amqp");

  private static final String COORDINATION =
      "the shards may agree through Kafka, whatever the system under test is";
  private static final String PUBLISHED = "a key and a sentence of result.json, which stay";

  /** The packages and classes that may have such a word, each with its reason. */
  private static final Map<String, String> ALLOWED =
      Map.ofEntries(
          Map.entry("dtls", "the library of one wire"),
          Map.entry("dtls/cipher", "the library of one wire"),
          Map.entry("mqtt", "the library of one wire"),
          Map.entry("mqtt/packet", "the library of one wire"),
          Map.entry("mqtt/session", "the library of one wire"),
          Map.entry("shards/kafka", COORDINATION),
          Map.entry("shards/SharedRun", COORDINATION),
          Map.entry("shards/ProfileDigest", COORDINATION),
          Map.entry("process/KafkaFiles", COORDINATION),
          Map.entry("profile/Coordination", COORDINATION),
          Map.entry("profile/yaml/FormerKeys", COORDINATION),
          Map.entry("campaign/run/Shards", COORDINATION),
          Map.entry("campaign/command/ClusterPods", "the folder of the simulators' manifests"),
          Map.entry("analysis/report/Report", PUBLISHED),
          Map.entry("results/figure/FigureCatalogue", PUBLISHED),
          Map.entry("results/cost/TargetCost", PUBLISHED),
          Map.entry("results/cost/ServiceFailures", PUBLISHED));

  @Test
  void noneIsOfASystemUnderTest() throws IOException {
    List<String> found = new ArrayList<>();
    Set<String> allowed = new HashSet<>();
    for (String module : Modules.ofTheProduct().toList()) {
      // The calibration proves one pack.
      if (!module.startsWith("packs") && !module.equals("calibration")) {
        Path sources = Home.path(module, "src", "main", "java", "io", "fleetload");
        try (Stream<Path> files = Files.walk(sources)) {
          for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
            String name = sources.relativize(file).toString().replace(".java", "");
            String room = name.substring(0, Math.max(0, name.lastIndexOf('/')));
            List<String> words = words(name, Files.readString(file));
            String entry = ALLOWED.containsKey(name) ? name : room;
            if (!ALLOWED.containsKey(entry)) {
              found.addAll(words);
            } else if (!words.isEmpty()) {
              allowed.add(entry);
            }
          }
        }
      }
    }

    assertThat(found).isEmpty();
    assertThat(allowed).as("the entries that are needed").isEqualTo(ALLOWED.keySet());
  }

  /** The lines of a source that have such a word; whom it imports is not its own. */
  private static List<String> words(String name, String source) {
    return Stream.concat(Stream.of(name), source.lines())
        .filter(line -> WORDS.matcher(line).find())
        .filter(line -> ALLOWED.keySet().stream().noneMatch(each -> isImport(line, each)))
        .map(line -> name + ": " + line.strip())
        .toList();
  }

  private static boolean isImport(String line, String allowed) {
    return line.startsWith("import io.fleetload." + allowed.replace('/', '.'));
  }
}
