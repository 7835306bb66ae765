// SPDX-License-Identifier: EPL-2.0
package io.fleetload.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RenewedFileTest {
  private final List<String> said = new ArrayList<>();

  @TempDir private Path directory;

  @Test
  void aRenewalThatFailsIsSaidOnceAndTheFileBeforeStays() throws IOException {
    Path file = directory.resolve("book.json");
    Path obstacle = directory.resolve("book.json.part");
    Path within = obstacle.resolve("within");
    RenewedFile renewed = new RenewedFile(file, said::add);
    renewed.renew(List.of(1));
    String before = Files.readString(file);
    assertThat(said).isEmpty();

    Files.createDirectory(obstacle);
    Files.createFile(within);
    renewed.renew(List.of(1, 2));
    renewed.renew(List.of(1, 2, 3));
    assertThat(said).singleElement().asString().startsWith(file + ": ");
    assertThat(file).hasContent(before);

    Files.delete(within);
    Files.delete(obstacle);
    renewed.renew(List.of(4));
    renewed.renew(List.of(4, 5));
    assertThat(said).hasSize(2).last().isEqualTo(file + ": is written again");
    assertThat(Files.readString(file)).contains("5");
  }
}
