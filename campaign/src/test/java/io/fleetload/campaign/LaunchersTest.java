// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The launcher for Windows can only be read here, so it is held against the one that is tested. */
class LaunchersTest {
  private static final Pattern OPTION = Pattern.compile("-X[\\w:+=-]+");

  private static String script(String name) throws IOException {
    return Files.readString(Home.path(name));
  }

  /** The options of the JVM, without those of the archives, which Windows has not. */
  private static Set<String> options(String script) {
    Set<String> options = new TreeSet<>();
    OPTION
        .matcher(script)
        .results()
        .map(each -> each.group())
        .filter(each -> !each.matches("-XX:.*Shared.*"))
        .forEach(options::add);
    return options;
  }

  @Test
  void bothGiveTheJvmTheSameOptions() throws IOException {
    assertThat(options(script("loadtest.cmd")))
        .isEqualTo(options(script("loadtest")))
        .contains("-Xmx1g", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
  }

  @Test
  void bothLetTheUserReplaceThem() throws IOException {
    assertThat(script("loadtest"))
        .containsPattern("(?s)-Xmx1g .*\\$\\{FLEETLOAD_JAVA_OPTIONS:-} [^-]*-Dfleetload.home");
    assertThat(script("loadtest.cmd"))
        .containsPattern("-Xmx1g .*%FLEETLOAD_JAVA_OPTIONS% \"-Dfleetload.home");
  }

  @Test
  void bothKnowByWhichCodeTheProgramSaysThatAThresholdWasCrossed() throws IOException {
    assertThat(script("loadtest")).contains("\ncrossed=101\n").contains("crossed=\"$crossed\"");
    assertThat(script("loadtest.cmd"))
        .contains("-Dfleetload.crossed=101 ")
        .contains("if \"%CODE%\"==\"101\" exit /b 1");
  }
}
