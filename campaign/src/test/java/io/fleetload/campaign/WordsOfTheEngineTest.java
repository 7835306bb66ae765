// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.Home;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The engine knows no system under test, not even by a word: neither a name nor a text in its
 * classes is of one. What a package rule overlooks, such as a metric's name, is found here.
 */
class WordsOfTheEngineTest {
  private static final Pattern WORDS =
      Pattern.compile(
          "(?i)coap|dtls|hono|kafka|mongo|infinispan|\\bnats\\b|grpc|(?-i:\\bngsi|Ngsi|NGSI)");

  /** What proves one pack, and the library of one wire. */
  private static final Set<String> NOT_THE_ENGINE = Set.of("calibration", "wire");

  /** The shards may agree through Kafka, whatever the system under test is. */
  private static final Pattern COORDINATION =
      Pattern.compile(
          "io/fleetload/(shards/(kafka/.*|SharedRun.*|ProfileDigest)|process/KafkaFiles"
              + "|profile/(Coordination|yaml/FormerKeys).*|campaign/run/Shards)");

  /** The folder of the simulators' own manifests, by its name in the source tree. */
  private static final String DEPLOYMENTS = "hono-deploy";

  @Test
  void noneIsOfASystemUnderTest() throws IOException {
    List<String> found = new ArrayList<>();
    for (String module : Modules.ofTheProduct().toList()) {
      if (!module.startsWith("packs") && !NOT_THE_ENGINE.contains(module)) {
        Path classes = Home.path(module, "target", "classes");
        try (Stream<Path> files = Files.walk(classes)) {
          files
              .filter(file -> file.toString().endsWith(".class"))
              .filter(file -> !COORDINATION.matcher(name(classes, file)).matches())
              .forEach(file -> found.addAll(words(name(classes, file), file)));
        }
      }
    }

    assertThat(found).isEmpty();
  }

  private static String name(Path classes, Path file) {
    return classes.relativize(file).toString().replace(".class", "");
  }

  private static List<String> words(String name, Path file) {
    List<String> found = new ArrayList<>();
    for (String text : texts(file)) {
      if (!text.equals(DEPLOYMENTS)
          && WORDS.matcher(text).find()
          && !COORDINATION.matcher(text.replace("L", "")).find()) {
        found.add(name + ": " + text);
      }
    }
    return found;
  }

  /** The texts of a class's constant pool, which all names are among (JVMS, section 4.4). */
  private static List<String> texts(Path file) {
    List<String> texts = new ArrayList<>();
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      in.skipNBytes(8);
      int count = in.readUnsignedShort();
      for (int i = 1; i < count; i++) {
        int tag = in.readUnsignedByte();
        switch (tag) {
          case 1 -> texts.add(in.readUTF());
          case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
          case 5, 6 -> {
            in.skipNBytes(8);
            i++;
          }
          case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
          case 15 -> in.skipNBytes(3);
          default -> throw new IOException(file + ": has a constant of the unknown kind " + tag);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return texts;
  }
}
