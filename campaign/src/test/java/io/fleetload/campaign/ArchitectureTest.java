// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.fleetload.rig.DocsPage;
import io.fleetload.rig.Home;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The direction of the dependencies, over all modules but the embedded systems. */
class ArchitectureTest {
  /** The end of a text with {@code %d} or the like, and what formats it. */
  private static final Pattern NUMBER_FORMATTED =
      Pattern.compile(
          "%[-#+ 0,(]*\\d*(\\.\\d+)?[defgEG][^\"\\n]*\"(\\s*\\+\\s*\"[^\"\\n]*\")*\\s*\\)?\\s*\\.formatted\\(");

  private static final DocsPage PAGE = DocsPage.of("docs/explanation/architecture.md");

  private static JavaClasses product;

  @BeforeAll
  static void read() throws IOException {
    product =
        new ClassFileImporter()
            .importPaths(
                Modules.ofTheProduct()
                    .map(module -> Home.path(module, "target", "classes"))
                    .toList());
    assertThat(product).as("run it after the modules were compiled").hasSizeGreaterThan(80);
  }

  @Test
  void theContractsAndWhatTheToolsShareKnowWhatComesBeforeThem() {
    DescribedPredicate<JavaClass> others = resideInAnyPackage("io.fleetload..");
    for (String module : List.of("results-model/", "load-api/", "profile-yaml/", "tool/")) {
      others = others.and(outsideOf(module));
      noClasses().that(are(in(module))).should().dependOnClassesThat(others).check(product);
    }
  }

  @Test
  void theContractsNeedNoLibraryBeyondAnnotations() {
    noClasses()
        .that(are(in("load-api/")))
        .should()
        .dependOnClassesThat()
        .resideOutsideOfPackages(
            "java..",
            "javax.[management|net.ssl|security.auth]..",
            "com.sun.management..",
            "com.fasterxml.jackson.annotation..",
            "io.fleetload..")
        .check(product);
  }

  @Test
  void theBodiesKnowTheContractsAlone() {
    noClasses()
        .that(are(in("bodies/")))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("io.fleetload..")
                .and(outsideOf("bodies/"))
                .and(outsideOf("load-api/"))
                .and(outsideOf("results-model/")))
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
                .and(not(resideInAnyPackage("io.fleetload.results..", "io.fleetload.analysis.."))))
        .check(product);
  }

  @Test
  void whatStandsBelowTheSimulatorsKnowsNoFramework() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.fleetload.profile..",
            "io.fleetload.scenario..",
            "io.fleetload.tool..",
            "io.fleetload.wire..",
            "io.fleetload.shards",
            "io.fleetload.shards.log..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
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
  void nothingKnowsAPackButWhatProvesOne() {
    noClasses()
        .that(are(outsideOf("packs/")).and(are(outsideOf("calibration/"))))
        .should()
        .dependOnClassesThat(are(in("packs/")))
        .check(product);
  }

  @ParameterizedTest
  @MethodSource("packs")
  void aPackKnowsTheContractsAndItself(String pack) {
    noClasses()
        .that(are(in(pack)))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("io.fleetload..")
                .and(outsideOf(pack))
                .and(outsideOf("load-api/"))
                .and(outsideOf("results-model/"))
                .and(outsideOf("bodies/"))
                .and(outsideOf("wire/"))
                .and(outsideOf("wire-netty/"))
                .and(outsideOf("wire-mqtt/")))
        .check(product);
  }

  /** The folders of the packs, as a class's place in the tree has them. */
  static Stream<String> packs() throws IOException {
    return Modules.ofTheProduct()
        .filter(module -> module.startsWith("packs/"))
        .map(module -> module + "/");
  }

  /** Classes of a module, by the folder that it lies in. */
  private static DescribedPredicate<JavaClass> in(String folder) {
    String place = Home.path(folder).toUri().toString();
    return DescribedPredicate.describe(
        "in " + folder,
        each ->
            each.getBaseComponentType()
                .getSource()
                .map(found -> found.getUri().toString().startsWith(place))
                .orElse(false));
  }

  private static DescribedPredicate<JavaClass> outsideOf(String folder) {
    return not(in(folder)).as("outside of " + folder);
  }

  @Test
  void eachProtocolStaysWhereItBelongs() {
    noClasses()
        .that(are(outsideOf("packs/")))
        .and()
        .resideOutsideOfPackage("io.fleetload.calibration.coap..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.eclipse.californium..")
        .check(product);
    noClasses()
        .that(are(outsideOf("packs/")))
        .and()
        .resideOutsideOfPackage("io.fleetload.shards.kafka..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache.kafka..")
        .check(product);
    noClasses()
        .that(are(outsideOf("packs/")))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.mongodb..", "io.fleetload.dtls..")
        .orShould()
        .dependOnClassesThat()
        .resideInAnyPackage("org.bson..")
        .check(product.that(are(outsideOf("wire/"))));
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
            "io.fleetload.pack..",
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
  void onePackageKnowsTheProtocolOfAssistants() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.fleetload.campaign.command.mcp")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.modelcontextprotocol..", "reactor..", "org.reactivestreams..")
        .check(product);
  }

  @Test
  void httpIsServedInOnePlace() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.sun.net.httpserver..")
        .check(product);
    noClasses()
        .that(are(outsideOf("packs/")))
        .and()
        .resideOutsideOfPackage("io.fleetload.wire..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.netty..")
        .check(product);
    noClasses()
        .that(are(outsideOf("packs/")))
        .and()
        .resideOutsideOfPackages(
            "io.fleetload.pages..", "io.fleetload.metrics..", "io.fleetload.campaign.live..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.vertx..")
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
  void aMessageGoesByFewerThan30ClassesFromItsDueTimeToItsOutcome() {
    Set<String> walk = named(PAGE.under("## From its due time to its outcome"));
    walk.remove(ArchitectureTest.class.getSimpleName());

    assertThat(walk).hasSizeBetween(20, 29);
    assertThat(simpleNames()).containsAll(walk);
  }

  @Test
  void whatThePageOfTheArchitectureNamesIsThere() {
    Set<String> named = named(PAGE);
    named.removeIf(each -> each.endsWith("Test"));
    named.remove(ServiceLoader.class.getSimpleName());

    assertThat(simpleNames()).containsAll(named);
  }

  /** The classes that a page names, without a method behind them. */
  private static Set<String> named(DocsPage page) {
    return Pattern.compile("`([A-Z]\\w+)[.\\w]*`")
        .matcher(page.text())
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> simpleNames() {
    return product.stream().map(JavaClass::getSimpleName).collect(Collectors.toSet());
  }

  @Test
  void noPackageDependsOnOneThatDependsOnIt() {
    slices().matching("io.fleetload.(**)").should().beFreeOfCycles().check(product);
  }

  @Test
  void aPackageIsSmallEnoughToBeSeenAtOnce() {
    Map<String, Long> files =
        product.stream()
            .filter(each -> each.isTopLevelClass() && !each.getSimpleName().equals("package-info"))
            .filter(each -> !each.getPackageName().contains(".schema"))
            .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));

    assertThat(files).allSatisfy((name, count) -> assertThat(count).as(name).isLessThan(26));
  }

  /** So that each component can be named at its place; what is more is in named parts. */
  @Test
  void aRecordHasAtMostTwelveComponents() {
    assertThat(
            product.stream()
                .filter(JavaClass::isRecord)
                .filter(each -> components(each) > 12)
                .map(each -> each.getName() + " has " + components(each)))
        .isEmpty();
  }

  /** A record has no fields but its components and constants. */
  private static long components(JavaClass each) {
    return each.getFields().stream()
        .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
        .count();
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
            "io.fleetload.campaign",
            "io.fleetload.campaign.command..",
            "io.fleetload.campaign.line",
            "io.fleetload.campaign.option",
            "io.fleetload.campaign.run")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("io.quarkus..", "picocli..", "jakarta..")
                .and(resideOutsideOfPackage("io.quarkus.qute..")))
        .check(product);
  }

  /** So that no other command loads its classes, of which there are thousands. */
  @Test
  void onePackageKnowsKubernetes() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.fleetload.campaign.cluster..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.fabric8..")
        .check(product);
  }

  @Test
  void onlyTheReportIsMadeFromTemplates() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.fleetload.analysis.report..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.quarkus.qute..")
        .check(product);
  }

  @Test
  void noClassIsNamedByPattern() {
    // The record of what all profiles have in common is the one exception.
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("io.fleetload.profile.Common")
        .should()
        .haveNameMatching(".*(Util|Utils|Common|Helper|Helpers|Manager|Impl)$")
        .check(product);
  }

  @Test
  void noTextDependsOnTheLocaleOfTheHost() {
    noClasses()
        .should()
        .callMethod(String.class, "format", String.class, Object[].class)
        .orShould()
        .callMethod(String.class, "toLowerCase")
        .orShould()
        .callMethod(String.class, "toUpperCase")
        .orShould()
        .callMethod(PrintStream.class, "printf", String.class, Object[].class)
        .orShould()
        .callMethod(PrintStream.class, "format", String.class, Object[].class)
        .check(product);
  }

  /**
   * {@code formatted} takes the host's locale, so it may write no number but as {@code %s} does.
   * The packs of a system under test rely on the locale that every program gives up at its start.
   */
  @Test
  void noNumberIsFormattedWithTheLocaleOfTheHost() throws IOException {
    Stream<Path> sources =
        Modules.withTheEmbeddedSystems()
            .filter(module -> !module.matches("packs/(arion|hono|jt808|mqtt|ngsi).*"))
            .map(module -> Home.path(module, "src", "main", "java"))
            .flatMap(root -> files(root).stream());
    assertThat(sources.filter(ArchitectureTest::formatsANumber)).isEmpty();
  }

  private static boolean formatsANumber(Path file) {
    try {
      return NUMBER_FORMATTED.matcher(Files.readString(file)).find();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("packagesOfMainCode")
  void everyPackageSaysWhereItStands(Path directory) {
    assertThat(directory.resolve("package-info.java")).exists();
  }

  static Stream<Path> packagesOfMainCode() throws IOException {
    return Modules.withTheEmbeddedSystems()
        .map(module -> Home.path(module, "src", "main", "java"))
        .flatMap(ArchitectureTest::packages);
  }

  private static Stream<Path> packages(Path root) {
    return files(root).stream().map(Path::getParent).distinct();
  }

  private static List<Path> files(Path root) {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
