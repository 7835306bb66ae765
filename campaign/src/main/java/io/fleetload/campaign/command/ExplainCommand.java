// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import io.fleetload.analysis.report.ReportFile;
import io.fleetload.campaign.option.CommandWork;
import io.fleetload.campaign.option.FigureSection;
import io.fleetload.campaign.option.Glossary;
import io.fleetload.campaign.option.JsonOption;
import io.fleetload.campaign.run.Campaign;
import io.fleetload.campaign.screen.Screen;
import io.fleetload.health.Remedies;
import io.fleetload.process.UsageException;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.key.ClosestName;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.profile.yaml.ProfileFile;
import io.fleetload.profile.yaml.ProfileReference;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.Result;
import io.fleetload.results.figure.FigureCatalogue;
import io.fleetload.results.figure.FigureKind;
import io.fleetload.results.format.ExitCode;
import io.fleetload.scenario.Packs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * {@code loadtest explain WORD}: what an exit code, a figure, a cause of failures or a key of a
 * profile means, and what a profile extends.
 */
@CommandLine.Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description =
        "Explains an exit code (5), a verdict (generator-limited) or a figure"
            + " (flows.telemetry.response.p99). Also explains a cause of failures"
            + " (transport.timeout) and a key of a profile (phases.drain). Says of a profile"
            + " (mine.yaml) which one it extends, and what that one gives. Explains a word of the"
            + " reports (drain), and says of a run's directory what its verdict is.")
public final class ExplainCommand implements Callable<Integer> {
  @CommandLine.Parameters(paramLabel = "WORD", description = "what to explain")
  private String word;

  @CommandLine.Option(
      names = "--pack",
      paramLabel = "PACK",
      description = "the pack of the profile with the key; default: every pack that has it")
  private String pack;

  @CommandLine.Mixin private final JsonOption json = new JsonOption();

  private final CauseExplanations causes = new CauseExplanations();
  private final Glossary glossary = new Glossary();

  @Override
  public Integer call() {
    return CommandWork.brief(json.brief(), this::explain);
  }

  private ExitCode explain(Screen screen) throws UsageException, ProfileException, IOException {
    List<String> lines = new ArrayList<>(profile());
    lines.addAll(run());
    lines.addAll(exit());
    lines.addAll(figure());
    causes.line(word).ifPresent(lines::add);
    glossary.line(word).map(each -> "word " + each).ifPresent(lines::add);
    lines.addAll(keys());
    if (lines.isEmpty()) {
      throw new UsageException(
          "explain: \"%s\" is no exit code, verdict, figure, cause of failures, key of a profile, word or run%s"
              .formatted(
                  word,
                  ClosestName.of(word.toLowerCase(Locale.ROOT), known())
                      .map(each -> "; did you mean " + each + "?")
                      .orElse(
                          "; docs/reference/figures.md and docs/reference/profile-reference.md have them all")));
    }
    lines.forEach(line -> screen.tell(new ToolEvent.Sentence(Campaign.TOOL, line)));
    json.print(new Explanation(word, lines));
    return ExitCode.PASSED;
  }

  /**
   * The document of {@code --json}.
   *
   * @param word what was to be explained
   * @param lines each meaning that it has; a line that begins with blanks is of the one before
   */
  private record Explanation(String word, List<String> lines) {}

  /** No other word ends like a profile's file. */
  private List<String> profile() throws ProfileException {
    if (!word.matches("(?s).*\\.ya?ml")) {
      return List.of();
    }
    return List.of(
        ProfileFile.extension(Path.of(word), List.of(), System.getenv())
            .map(each -> "profile %s extends %s".formatted(word, each))
            .orElse("profile %s extends no other; see loadtest validate".formatted(word)));
  }

  /** A directory that a run wrote has a result. */
  private List<String> run() throws IOException {
    Path directory;
    try {
      directory = Path.of(word);
    } catch (InvalidPathException e) {
      return List.of();
    }
    return Files.exists(directory.resolve(Result.FILE))
        ? ReportFile.read(directory, remark -> {}).verdict()
        : List.of();
  }

  private List<String> exit() {
    // The report has a blank where the terminal has a hyphen.
    String status = word.replace(' ', '-');
    List<String> lines = new ArrayList<>();
    for (ExitCode each : ExitCode.values()) {
      if (status.equalsIgnoreCase(each.status()) || word.equals(String.valueOf(each.code()))) {
        lines.add("exit code %s, %s: %s".formatted(each.code(), each.status(), each.meaning()));
        if (each == ExitCode.GENERATOR_LIMITED) {
          Remedies.all().forEach(remedy -> lines.add("  " + remedy));
        }
      }
    }
    return lines;
  }

  private List<String> figure() {
    return FigureCatalogue.kindInAnyCase(word).stream()
        .flatMap(
            kind ->
                Stream.of(
                        Stream.of(
                            "figure %s: %s, in %s; %s"
                                .formatted(word, kind.label(), kind.unit().word(), better(kind))),
                        meanings(kind),
                        Stream.of(
                            "  docs/explanation/measurement.md, section \"%s\""
                                .formatted(FigureSection.of(kind))))
                    .flatMap(each -> each))
        .toList();
  }

  private Stream<String> meanings(FigureKind kind) {
    return glossary.lines(kind.keys()).stream().map(each -> "  " + each);
  }

  private static String better(FigureKind kind) {
    return switch (kind.better()) {
      case HIGHER -> "higher is better";
      case LOWER -> "lower is better";
      case NEITHER -> "neither higher nor lower is better";
    };
  }

  private List<String> keys() throws UsageException {
    Packs packs = Packs.installed();
    if (pack != null && packs.named(pack).isEmpty()) {
      throw new UsageException(
          "--pack: found \"%s\", expected one of %s"
              .formatted(pack, String.join(", ", packs.names())));
    }
    Map<ProfileReference.KeyRow, List<String>> found = new LinkedHashMap<>();
    for (String name : pack == null ? packs.names() : List.of(pack)) {
      packs
          .named(name)
          .flatMap(each -> ProfileReference.key(each.profile(), word))
          .ifPresent(key -> found.computeIfAbsent(key, same -> new ArrayList<>()).add(name));
    }
    List<String> lines = new ArrayList<>();
    found.forEach((key, names) -> lines.addAll(lines(names, key)));
    return lines;
  }

  private List<String> lines(List<String> packs, ProfileReference.KeyRow key) {
    List<String> lines = new ArrayList<>();
    lines.add("key %s of %s: %s".formatted(word, String.join(", ", packs), key.about()));
    if (key.below().isEmpty()) {
      lines.add("  allowed: " + key.allowed());
    } else {
      below(packs, key).forEach(lines::add);
    }
    if (key.required()) {
      lines.add("  required");
    } else if (!key.byDefault().isEmpty()) {
      lines.add("  default: " + key.byDefault());
    }
    return lines;
  }

  /** A line for each key of a section. */
  private Stream<String> below(List<String> packs, ProfileReference.KeyRow key) {
    int width = key.below().stream().mapToInt(String::length).max().orElse(0);
    Class<? extends LoadProfile> profile =
        Packs.installed().named(packs.get(0)).orElseThrow().profile();
    return key.below().stream()
        .map(
            each ->
                "  %s%s  %s"
                    .formatted(
                        each,
                        " ".repeat(width - each.length()),
                        ProfileReference.key(profile, word + "." + each)
                            .map(ProfileReference.KeyRow::about)
                            .orElse("")))
        .map(String::stripTrailing);
  }

  private List<String> known() {
    return Stream.of(
            Arrays.stream(ExitCode.values()).map(ExitCode::status),
            FigureCatalogue.kinds().stream().map(FigureKind::path),
            causes.names().stream(),
            glossary.words().stream())
        .flatMap(each -> each)
        .map(each -> each.toLowerCase(Locale.ROOT))
        .toList();
  }
}
