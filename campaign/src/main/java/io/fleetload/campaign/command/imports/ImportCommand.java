// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command.imports;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.campaign.line.LineTarget;
import io.fleetload.campaign.option.CommandWork;
import io.fleetload.campaign.option.JsonOption;
import io.fleetload.campaign.option.ShellWord;
import io.fleetload.campaign.run.Campaign;
import io.fleetload.campaign.run.LoadBound;
import io.fleetload.campaign.screen.Screen;
import io.fleetload.pack.Pack;
import io.fleetload.pack.imports.ImportDraft;
import io.fleetload.pack.imports.ImportForm;
import io.fleetload.process.UsageException;
import io.fleetload.process.UserFile;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.format.ExitCode;
import io.fleetload.scenario.Packs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;

/** {@code loadtest import FILE}: a profile from a load test of another tool. */
@CommandLine.Command(
    name = "import",
    mixinStandardHelpOptions = true,
    description = {
      "Makes a profile of a load test of another tool and checks it. Says what became of each part of"
          + " the input. Runs nothing.",
      "The profile goes to standard output and the rest to standard error, or all to the terminal"
          + " with --out."
    })
public final class ImportCommand implements Callable<Integer> {
  @CommandLine.Parameters(
      paramLabel = "FILE",
      arity = "0..*",
      description =
          "a file, - for standard input, or the words of a command behind --: loadtest import --"
              + " COMMAND ...")
  private List<String> words = new ArrayList<>();

  @CommandLine.Option(
      names = "--out",
      paramLabel = "FILE",
      description = "where the profile goes; default standard output")
  private Path out;

  @CommandLine.Option(
      names = "--target",
      paramLabel = "URL",
      description = "the target of a script that does not say it as a literal, such as echo://host")
  private String url;

  @CommandLine.Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "sets a key of the profile, whatever the input says, for example run.name=mine")
  private List<String> overrides = new ArrayList<>();

  @CommandLine.Mixin private final JsonOption json = new JsonOption();

  /** A form with the pack that has it. */
  private record OwnForm(Pack<?> pack, ImportForm form) {}

  @CommandLine.Spec
  void isCommand(CommandLine.Model.CommandSpec command) {
    // The packs are asked once help is wanted.
    command
        .usageMessage()
        .sectionMap()
        .put(
            CommandLine.Model.UsageMessageSpec.SECTION_KEY_FOOTER,
            help -> "%nWhat it takes:%n%s".formatted(inputs("  %s: %s%n")));
  }

  private static String inputs(String line) {
    return forms(null).stream()
        .map(each -> line.formatted(each.form().tool(), each.form().input()))
        .collect(Collectors.joining());
  }

  /**
   * The forms of all packs, and those of the engine.
   *
   * @param given the target's URL; null if none is given
   */
  private static List<OwnForm> forms(LineTarget given) {
    return Stream.concat(
            Packs.installed().all().stream()
                .flatMap(pack -> pack.imports().stream().map(form -> new OwnForm(pack, form))),
            Stream.of(new OwnForm(given == null ? null : given.pack(), K6Options.form(given))))
        .toList();
  }

  @Override
  public Integer call() {
    boolean apart = out == null || json.isGiven();
    return CommandWork.brief(new Screen(apart ? System.err : System.out, System.err), this::make);
  }

  private ExitCode make(Screen screen) throws ProfileException, UsageException, IOException {
    if (words.isEmpty()) {
      throw new UsageException("name a file, or a command behind --: loadtest import FILE");
    }
    ForeignInput input =
        words.size() == 1 ? ForeignInput.ofFile(words.get(0)) : ForeignInput.ofWords(words);
    OwnForm form =
        forms(url == null ? null : LineTarget.of(url)).stream()
            .filter(each -> each.form().isOne().test(input.root()))
            .findFirst()
            .orElseThrow(
                () ->
                    new UsageException(
                        input.name()
                            + ": is of no tool that is known here; give one of "
                            + inputs("%s (%s), ").replaceAll(", $", "")));
    ImportDraft draft = new ImportDraft(input.root());
    form.form().reading().accept(draft);
    ImportedProfile profile =
        new ImportedProfile(input, form.form().tool(), draft, form.pack(), overrides);
    profile.make();
    ImportLines lines = new ImportLines(draft);
    if (out != null) {
      write(profile.text());
    }
    tell(
        screen,
        "%s of %s, for pack %s".formatted(input.name(), profile.tool(), form.pack().name()));
    lines.text().forEach(each -> tell(screen, each));
    elsewhere(screen, profile);
    if (json.isGiven()) {
      ObjectNode all = lines.json();
      all.put("tool", profile.tool())
          .put("pack", form.pack().name())
          .put("profile", profile.text());
      System.out.println(all.toPrettyString());
    } else if (out == null) {
      System.out.print(profile.text());
    }
    if (out != null) {
      tell(
          screen,
          "%s is written and has no mistake; next: loadtest run %s"
              .formatted(out, ShellWord.of(out.toString())));
    }
    return ExitCode.PASSED;
  }

  private void write(String text) throws UsageException {
    try {
      Files.writeString(out, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UsageException("--out: %s %s".formatted(out, UserFile.reason(e)));
    }
  }

  private static void elsewhere(Screen screen, ImportedProfile profile) {
    List<String> hosts = LoadBound.elsewhere(profile.read().scenario());
    if (!hosts.isEmpty()) {
      tell(
          screen,
          "if you may load %s, write so: run.mayLoad=[%s]"
              .formatted(String.join(" and ", hosts), String.join(", ", hosts)));
    }
  }

  private static void tell(Screen screen, String line) {
    screen.tell(new ToolEvent.Sentence(Campaign.TOOL, line));
  }
}
