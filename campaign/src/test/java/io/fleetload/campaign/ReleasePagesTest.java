// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.DocsPage;
import io.fleetload.rig.Home;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A page that a release holds leads to what the release holds. What exists in a checkout alone is
 * named by a page that says so in its introduction, or of which the index says so, or in a section
 * that says so.
 */
class ReleasePagesTest {
  /** What the assembly takes out of the tree; what is built lies in the folder itself. */
  private static final Path ASSEMBLY = Home.path("dist/src/release/folder.xml");

  private static final Pattern FROM_THE_TREE =
      Pattern.compile("<directory>\\$\\{tree}</directory>(.*?)</includes>", Pattern.DOTALL);
  private static final Pattern INCLUDE = Pattern.compile("<include>(.*?)</include>");

  /** A file in a folder, in a command, in code or in a sentence. */
  private static final Pattern PATH = Pattern.compile("(?<![\\w./$}*-])[\\w-]+(?:/[\\w.-]*\\w)+/?");

  private static final Pattern BUILT = Pattern.compile(".*/target(?:/.*)?");
  private static final Pattern MAVEN = Pattern.compile("(?m)(?:^ *|`)\\./mvnw ");
  private static final Pattern CHECKOUT = Pattern.compile("\\bcheckout\\b");
  private static final Pattern SECTION = Pattern.compile("(?m)^(?=##+ )");

  private final Path root = Home.root();
  private final List<PathMatcher> taken = taken();

  private static List<PathMatcher> taken() {
    try {
      return FROM_THE_TREE
          .matcher(Files.readString(ASSEMBLY))
          .results()
          .flatMap(set -> INCLUDE.matcher(set.group(1)).results())
          .map(each -> FileSystems.getDefault().getPathMatcher("glob:" + each.group(1)))
          .toList();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether a release has that file, or something in that folder. */
  private boolean isTaken(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      try (Stream<Path> below = Files.walk(path)) {
        return below.filter(Files::isRegularFile).map(root::relativize).anyMatch(this::matches);
      }
    }
    return matches(root.relativize(path));
  }

  private boolean matches(Path file) {
    return taken.stream().anyMatch(each -> each.matches(file));
  }

  private List<DocsPage> pages() throws IOException {
    return DocsPage.all().stream().filter(each -> matches(Path.of(each.name()))).toList();
  }

  @Test
  void everyPageThatAUserReadsIsInTheRelease() throws IOException {
    assertThat(pages())
        .extracting(DocsPage::name)
        .isEqualTo(DocsPage.all().stream().map(DocsPage::name).toList());
  }

  @Test
  void everyLinkLeadsToAFileOfTheRelease() throws IOException {
    List<String> broken = new ArrayList<>();
    for (DocsPage page : pages()) {
      for (DocsPage.Link link : page.links()) {
        if (!isTaken(link.file())) {
          broken.add(page.name() + " to " + root.relativize(link.file()));
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void whatACheckoutAloneHasIsNamedWhereACheckoutIs() throws IOException {
    DocsPage index = DocsPage.of("docs/README.md");
    List<String> broken = new ArrayList<>();
    for (DocsPage page : pages()) {
      List<String> sections = SECTION.splitAsStream(page.text()).toList();
      if (!CHECKOUT.matcher(sections.get(0) + said(index, page)).find()) {
        for (String section : sections) {
          if (!CHECKOUT.matcher(section).find()) {
            foundIn(section).forEach(each -> broken.add(page.name() + " names " + each));
          }
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  /** What the index says of a page. */
  private static String said(DocsPage index, DocsPage page) {
    String link = page.name().replaceFirst("^docs/", "");
    return index
        .text()
        .lines()
        .filter(line -> line.contains("](" + link + ")"))
        .collect(Collectors.joining());
  }

  private List<String> foundIn(String section) throws IOException {
    List<String> found = new ArrayList<>();
    MAVEN.matcher(section).results().forEach(each -> found.add("./mvnw"));
    for (String each : PATH.matcher(section).results().map(one -> one.group()).toList()) {
      Path path = root.resolve(each);
      boolean built = BUILT.matcher(each).matches() && Files.exists(root.resolve(first(each)));
      if (built || (Files.exists(path) && !isTaken(path))) {
        found.add(each);
      }
    }
    return found;
  }

  private static Path first(String path) {
    return Path.of(path).getName(0);
  }
}
