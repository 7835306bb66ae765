// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.imports;

import io.fleetload.pack.imports.ImportDraft;
import io.fleetload.pack.imports.ImportForm;
import io.fleetload.pack.imports.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Commands of emqtt-bench 0.6: one profile has their publishers and their subscribers. */
public final class BenchCommands {
  /** Names of this tool's program on a command line; a container's image is one, too. */
  private static final Pattern PROGRAM =
      Pattern.compile("(.*/)?emqtt[_-]bench(\\.cmd)?([:@][\\w.:-]+)?");

  private static final Set<String> COMMANDS = Set.of("pub", "sub", "conn");

  private final ImportDraft draft;
  private final List<BenchClients> publishers = new ArrayList<>();
  private final List<BenchClients> connections = new ArrayList<>();
  private final List<BenchClients> subscribers = new ArrayList<>();

  private BenchCommands(ImportDraft draft) {
    this.draft = draft;
  }

  /** The form of its commands. */
  public static ImportForm form() {
    return new ImportForm(
        "emqtt-bench",
        "its commands pub, sub and conn, behind -- or in a file",
        root -> root.parts().stream().anyMatch(each -> program(each) >= 0),
        draft -> new BenchCommands(draft).read());
  }

  /** Place of the program among the words of a command; -1 if it has none. */
  private static int program(Part command) {
    List<Part> words = command.parts();
    for (int i = 0; i + 1 < words.size(); i++) {
      if (PROGRAM.matcher(words.get(i).name()).matches()
          && COMMANDS.contains(words.get(i + 1).name())) {
        return i;
      }
    }
    return -1;
  }

  private void read() {
    List<Part> sorted = new ArrayList<>();
    for (Part command : draft.root().parts()) {
      int program = program(command);
      sorted.add(
          program < 0
              ? command.leaveOut("is no command of emqtt_bench")
              : sorted(command.parts(), program));
    }
    draft.root().replace(sorted);
    if (publishers.isEmpty() && connections.isEmpty()) {
      draft.reject("add the command pub: sub alone sends nothing, so a run has nothing to judge");
      return;
    }
    target();
    List<BenchClients> fleet = publishers.isEmpty() ? connections.subList(0, 1) : publishers;
    if (publishers.isEmpty()) {
      draft.chooseYaml("flows", "{}", "conn sends no messages");
    } else {
      connections.forEach(
          each -> each.leaveOut("import it by itself: a profile is of conn alone, or of pub"));
    }
    for (int i = 0; i < fleet.size(); i++) {
      fleet.get(i).fleet(fleet.size() == 1 ? "" : "" + (i + 1));
    }
    subscribers();
    duration();
  }

  /** A command with its options; what is before the program starts it, as a container does. */
  private Part sorted(List<Part> words, int program) {
    List<Part> parts = new ArrayList<>(words.subList(0, program));
    parts.forEach(each -> each.leaveOut("starts the program, and a run needs none"));
    Part kind = words.get(program + 1);
    parts.add(words.get(program).note("the tool"));
    BenchOptions options = BenchOptions.of(words.subList(program + 2, words.size()));
    parts.addAll(options.parts());
    Part command = Part.section(kind.line(), kind.name(), parts);
    BenchClients clients = new BenchClients(draft, command, options);
    switch (kind.name()) {
      case "pub" -> publishers.add(clients);
      case "sub" -> subscribers.add(clients);
      default -> connections.add(clients);
    }
    return command;
  }

  private void target() {
    List<BenchClients> all = new ArrayList<>(publishers);
    all.addAll(connections);
    all.addAll(subscribers);
    all.get(0).target();
    all.subList(1, all.size()).forEach(each -> each.sameTarget(all.get(0)));
  }

  private void subscribers() {
    if (subscribers.isEmpty()) {
      draft.choose(
          "subscribers.count",
          "0",
          "there is no command sub; write 1 to account for each message behind the broker");
      return;
    }
    subscribers.get(0).subscribers();
    subscribers
        .subList(1, subscribers.size())
        .forEach(each -> each.leaveOut("a profile has subscribers of one kind"));
  }

  private void duration() {
    if (!draft.has("phases.measure")) {
      if (!publishers.isEmpty()) {
        draft.choose(
            "phases.warmUp", "10s", "counted apart; a command counts from its first second");
      }
      draft.choose("phases.measure", "60s", "a command goes on until you stop it, and a run ends");
    }
  }
}
