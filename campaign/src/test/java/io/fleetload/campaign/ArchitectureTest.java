// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The direction of the dependencies, over all modules but the embedded stack. */
class ArchitectureTest {
  /** What is not part of the product, or is what the product is tried against. */
  private static final Set<String> OUTSIDE =
      Set.of(
          "test-rig",
          "bench",
          "faults",
          "hono-deploy/data-grid",
          "hono-deploy/checks",
          "hono-deploy/images");

  private static final String EMBEDDED = "hono-deploy/embedded";

  private static JavaClasses product;

  /** Every module of the build, so that a new one cannot be forgotten. */
  private static Stream<String> modules() throws IOException {
    return Pattern.compile("<module>(.*?)</module>")
        .matcher(Files.readString(Home.path("pom.xml")))
        .results()
        .map(found -> found.group(1))
        .filter(module -> !OUTSIDE.contains(module));
  }

  @BeforeAll
  static void read() throws IOException {
    product =
        new ClassFileImporter()
            .importPaths(
                modules()
                    .filter(module -> !module.equals(EMBEDDED))
                    .map(module -> Home.path(module, "target", "classes"))
                    .toList());
    assertThat(product).as("run it after the modules were compiled").hasSizeGreaterThan(80);
  }

  @Test
  void theResultsModelKnowsNothingOfOurs() {
    noClasses()
        .that()
        .resideInAPackage("io.fleetload.results..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("io.fleetload..")
                .and(
                    com.tngtech.archunit.base.DescribedPredicate.not(
                        resideInAnyPackage("io.fleetload.results.."))))
        .check(product);
  }

  @Test
  void theAnalysisKnowsResultsAlone() {
    noClasses()
        .that()
        .resideInAPackage("io.fleetload.analysis..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("io.fleetload..")
                .and(
                    com.tngtech.archunit.base.DescribedPredicate.not(
                        resideInAnyPackage("io.fleetload.results..", "io.fleetload.analysis.."))))
        .check(product);
  }

  @Test
  void theContractsKnowNoScenarioAndNoFramework() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.fleetload.profile..",
            "io.fleetload.schedule..",
            "io.fleetload.driver..",
            "io.fleetload.pack..",
            "io.fleetload.wire..",
            "io.fleetload.stamp..",
            "io.fleetload.progress..",
            "io.fleetload.process..",
            "io.fleetload.health..",
            "io.fleetload.shards",
            "io.fleetload.shards.log..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.fleetload.hono..",
            "io.fleetload.simulator..",
            "io.fleetload.analysis..",
            "io.vertx..",
            "io.quarkus..",
            "picocli..",
            "org.eclipse.californium..",
            "org.apache.kafka..",
            "com.mongodb..")
        .check(product);
  }

  @Test
  void shardsAgreeWithoutKnowingWhatIsTested() {
    noClasses()
        .that()
        .resideInAPackage("io.fleetload.shards..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.fleetload.hono..")
        .check(product);
  }

  @Test
  void theEngineKnowsNoProtocol() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.fleetload.simulator.schedule..",
            "io.fleetload.simulator.device..",
            "io.fleetload.simulator.payload..",
            "io.fleetload.simulator.measure..",
            "io.fleetload.simulator.start..",
            "io.fleetload.backend.ledger..",
            "io.fleetload.calibration.script..",
            "io.fleetload.calibration.book..",
            "io.fleetload.calibration.check..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.fleetload.simulator.coap..",
            "io.fleetload.dtls..",
            "io.fleetload.calibration.coap..",
            "io.fleetload.backend.kafka..",
            "io.fleetload.hono..",
            "org.eclipse.californium..",
            "org.apache.kafka..")
        .check(product);
  }

  @Test
  void eachProtocolStaysInItsPackage() {
    classes()
        .that()
        .resideOutsideOfPackage("io.fleetload.calibration.coap..")
        .should()
        .onlyDependOnClassesThat()
        .resideOutsideOfPackage("org.eclipse.californium..")
        .check(product);
    classes()
        .that()
        .resideOutsideOfPackages(
            "io.fleetload.backend.kafka..",
            "io.fleetload.provisioning.topics..",
            "io.fleetload.shards.kafka..")
        .should()
        .onlyDependOnClassesThat()
        .resideOutsideOfPackage("org.apache.kafka..")
        .check(product);
    classes()
        .that()
        .resideOutsideOfPackage("io.fleetload.provisioning..")
        .should()
        .onlyDependOnClassesThat()
        .resideOutsideOfPackage("com.mongodb..")
        .check(product);
  }

  @Test
  void theSessionsKnowNeitherWhatTheyCarryNorTheFleet() {
    noClasses()
        .that()
        .resideInAPackage("io.fleetload.dtls..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.fleetload.simulator..",
            "io.fleetload.wire..",
            "io.fleetload.hono..",
            "io.fleetload.profile..",
            "java.nio.channels..")
        .check(product);
  }

  @Test
  void onePackageKnowsHowMetricsAreShown() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.fleetload.metrics..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.micrometer..", "io.prometheus..")
        .check(product);
  }

  @Test
  void httpIsServedInTwoPlaces() {
    noClasses()
        .that()
        .resideOutsideOfPackages("io.fleetload.metrics..", "io.fleetload.campaign.live..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.sun.net.httpserver..")
        .check(product);
  }

  @Test
  void theToolsNeverKnowEachOther() {
    List<String> tools =
        List.of("simulator", "calibration", "backend", "provisioning", "campaign").stream()
            .map(tool -> "io.fleetload." + tool + "..")
            .toList();
    for (String tool : tools) {
      noClasses()
          .that()
          .resideInAPackage(tool)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              tools.stream().filter(other -> !other.equals(tool)).toArray(String[]::new))
          .check(product);
    }
  }

  @Test
  void quarkusStaysAtTheEdge() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "io.fleetload.commandline",
            "io.fleetload.simulator",
            "io.fleetload.calibration",
            "io.fleetload.backend",
            "io.fleetload.provisioning",
            "io.fleetload.campaign")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("io.quarkus..", "picocli..", "jakarta..")
                .and(resideOutsideOfPackage("io.quarkus.qute..")))
        .check(product);
  }

  @Test
  void onlyTheReportIsMadeFromTemplates() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.fleetload.analysis.report")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.quarkus.qute..")
        .check(product);
  }

  @Test
  void noClassIsNamedByPattern() {
    noClasses()
        .should()
        .haveNameMatching(".*(Util|Utils|Common|Helper|Helpers|Manager|Impl)$")
        .check(product);
  }

  @ParameterizedTest
  @MethodSource("packagesOfMainCode")
  void everyPackageSaysWhereItStands(Path directory) {
    assertThat(directory.resolve("package-info.java")).exists();
  }

  static Stream<Path> packagesOfMainCode() throws IOException {
    return modules()
        .map(module -> Home.path(module, "src", "main", "java"))
        .flatMap(ArchitectureTest::packages);
  }

  private static Stream<Path> packages(Path root) {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(Path::getParent)
          .distinct()
          .toList()
          .stream();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
