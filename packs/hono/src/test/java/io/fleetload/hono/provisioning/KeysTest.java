// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.hono.name.DeviceKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys that are derived, drawn, exported and imported. */
class KeysTest {
  private final InProcessRegistry registry = new InProcessRegistry();

  @TempDir private Path directory;

  @AfterEach
  void close() {
    registry.close();
  }

  private Path exported(OneRun run, String name) {
    Path file = directory.resolve(name);
    assertThat(run.run(each -> each.export(file))).as(run.said::toString).isZero();
    return file;
  }

  private Set<String> keys() {
    Set<String> keys = new HashSet<>();
    for (Document each : registry.all("credentials")) {
      Document entry = each.getList("credentials", Document.class).get(0);
      keys.add(entry.getList("secrets", Document.class).get(0).getString("key"));
    }
    return keys;
  }

  @Test
  void anExportIsReadableByItsOwnerOnlyAndHoldsTheKeys() throws Exception {
    OneRun run = new OneRun(registry.uri());
    run.apply();

    Path file = exported(run, "keys.csv");

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    String key =
        Base64.getEncoder()
            .encodeToString(new DeviceKeys(run.profile().devices().psk()).of("device-1"));
    assertThat(Files.readAllLines(file))
        .hasSize(4)
        .startsWith("tenant,device-id,auth-id,type,key")
        .contains("tload_tests,device-1,device-1,psk," + key);
    assertThat(run.said).noneMatch(line -> line.contains(key));
    assertThat(run.lastSaid()).contains("3 keys in " + file);
    assertThat(directory.toFile().list()).containsExactly("keys.csv");
  }

  @Test
  void aFileThatIsThereIsNotOverwritten() throws Exception {
    OneRun run = new OneRun(registry.uri());
    run.apply();
    Path file = Files.writeString(directory.resolve("keys.csv"), "precious");

    assertThat(run.run(each -> each.export(file))).isEqualTo(2);
    assertThat(run.lastSaid()).startsWith("--out: " + file + " ");
    run.holds("export to a file that is there");
    assertThat(file).hasContent("precious");
  }

  @Test
  void anExportOfAFleetThatIsNotWholeLeavesNoFile() {
    OneRun run = new OneRun(registry.uri());
    run.apply();
    registry.collection("credentials").deleteOne(new Document("device-id", "device-1"));

    assertThat(run.run(each -> each.export(directory.resolve("k.csv")))).isEqualTo(3);
    assertThat(run.lastSaid()).contains("2 of 3 devices");
    run.holds("export where a key cannot be read");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void drawnKeysDifferAndStay() {
    OneRun run = new OneRun(registry.uri()).with("devices.psk={random: true}");
    run.apply();
    Set<String> first = keys();
    assertThat(first).hasSize(3);

    assertThat(run.apply()).isZero();
    assertThat(run.lastSaid()).contains("credentials: 0 created, 0 updated, 3 unchanged");
    assertThat(keys()).isEqualTo(first);
    assertThat(run.run(Provisioning::verify)).isZero();
  }

  @Test
  void aPasswordsHashAndAFormerKeyStay() {
    OneRun run =
        new OneRun(registry.uri())
            .with(
                "registry.credentials={password: sha-256, former: 1, notBefore:"
                    + " '2026-01-01T00:00:00Z'}");
    run.apply();
    List<Document> before = registry.everything();

    assertThat(run.apply()).isZero();
    assertThat(run.lastSaid()).contains("credentials: 0 created, 0 updated, 3 unchanged");
    assertThat(registry.everything()).isEqualTo(before);
    assertThat(run.run(Provisioning::verify)).as(run.said::toString).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"keys.csv", "keys.jsonl"})
  void anExportOfDrawnKeysIsImportedElsewhere(String name) {
    OneRun drawn = new OneRun(registry.uri()).with("devices.psk={random: true}");
    drawn.apply();
    Set<String> keys = keys();
    Path file = exported(drawn, name);
    drawn.run(each -> each.remove(false));

    OneRun imported = new OneRun(registry.uri()).with("devices.psk={file: '%s'}".formatted(file));
    assertThat(imported.apply()).as(imported.said::toString).isZero();
    assertThat(keys()).isEqualTo(keys);
    assertThat(imported.run(Provisioning::verify)).isZero();
  }

  @Test
  void aFileWithTooFewKeysWritesNothing() throws Exception {
    Path file =
        Files.write(directory.resolve("k.csv"), List.of("auth-id,key", "device-0,c2VjcmV0"));
    OneRun run = new OneRun(registry.uri()).with("devices.psk={file: '%s'}".formatted(file));

    assertThat(run.apply()).isEqualTo(2);
    assertThat(run.lastSaid())
        .startsWith(file + ": ")
        .contains("1 of 3 devices", "tload_tests")
        .endsWith("device-1");
    run.holds("a file that has no key of some devices");
    assertThat(registry.everything()).isEmpty();
  }

  @Test
  void anExportWithoutADatabaseHoldsTheKeysOfTheProfile() throws Exception {
    OneRun run =
        new OneRun(null)
            .with("devices.psk.derivedFrom=own")
            .with("target={kind: external, coap: 'h:1', kafka: 'h:2', provision: false}");
    Path file = exported(run, "keys.csv");

    String key =
        Base64.getEncoder()
            .encodeToString(new DeviceKeys(run.profile().devices().psk()).of("device-1"));
    assertThat(file).content().contains("tload_tests,device-1,device-1,psk," + key).hasLineCount(4);
    assertThat(run.lastSaid()).contains("3 keys of the profile");
    run.holds("export without a registry");

    OneRun drawn = run.with("devices.psk={random: true}");
    assertThat(drawn.run(each -> each.export(directory.resolve("k.csv")))).isEqualTo(2);
    assertThat(drawn.lastSaid()).startsWith("target.mongodb: ").contains("devices.psk.random");
    drawn.holds("export of drawn keys without a registry");
  }
}
