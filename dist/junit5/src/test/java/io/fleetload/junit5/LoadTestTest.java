// SPDX-License-Identifier: EPL-2.0
package io.fleetload.junit5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadTestTest {
  @TempDir private Path directory;

  /** Programs that refuse the directory of another run. */
  static final class Refuses {
    private Refuses() {}

    public static void main(String[] arguments) {
      System.err.println("--out: is not empty");
      System.exit(Verdict.WRONG_USAGE.exitCode());
    }
  }

  private Path home() throws IOException, URISyntaxException {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.put(Attributes.Name.MAIN_CLASS, Refuses.class.getName());
    Path ofTests =
        Path.of(Refuses.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path ofProduct =
        Path.of(Verdict.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    main.put(Attributes.Name.CLASS_PATH, ofTests.toUri() + " " + ofProduct.toUri());
    Path jar = directory.resolve("campaign.jar");
    try (OutputStream out = Files.newOutputStream(jar)) {
      new JarOutputStream(out, manifest).close();
    }
    return directory;
  }

  @Test
  void theResultOfAnotherRunIsNotTakenForItsOwn() throws Exception {
    Path used = Files.createDirectory(directory.resolve("used"));
    Files.writeString(
        used.resolve("junit.xml"), "<testsuite name=\"other\"><testcase/></testsuite>");
    Files.writeString(used.resolve("figures.csv"), "run,figure,value,unit\r\n");
    LoadTest test = LoadTest.of(directory.resolve("p.yaml")).home(home()).out(used);

    LoadTestException refused = catchThrowableOfType(LoadTestException.class, test::run);

    assertThat(refused.verdict()).isEqualTo(Verdict.WRONG_USAGE);
    assertThat(refused).hasMessage("--out: is not empty");
  }
}
