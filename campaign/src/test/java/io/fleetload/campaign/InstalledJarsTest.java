// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.Home;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** What {@code mvn install} puts into a repository of a module with libraries in its jar. */
class InstalledJarsTest {
  @Test
  void isTheModulesOwnJar() throws Exception {
    int tools = 0;
    for (String module : Modules.ofTheProduct().toList()) {
      String pom = Files.readString(Home.path(module, "pom.xml"));
      if (pom.contains("<artifactId>quarkus-maven-plugin</artifactId>")) {
        tools++;
        assertThat(pom)
            .as(module)
            .contains(
                "<own-jar.phase>install</own-jar.phase>",
                "<maven.install.skip>true</maven.install.skip>");
      }
    }
    assertThat(tools).isPositive();
  }
}
