// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.campaign.process.ProgramOutput;
import io.fleetload.campaign.process.Tools;
import io.fleetload.pack.TargetUrl;
import io.fleetload.process.UsageException;
import io.fleetload.results.format.ExitCode;
import io.fleetload.scenario.Packs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The tools of a server. Each calls the command of its name and gives what that says. */
final class AssistantTools {
  private static final String LOAD_FORM =
      """
      "profile": {"type": "string", "description": "the profile, a YAML file"},
      "url": {"type": "string", "description": "instead of a profile, the target's URL, one of %s; without a host, a target is started for the run"},
      "options": {"type": "object", "description": "options of the url by name, such as {\\"devices\\": 500, \\"every\\": \\"60s\\", \\"for\\": \\"2m\\"}; explain with the url lists them", "additionalProperties": {"type": ["string", "number", "boolean", "array"]}},
      "set": {"type": "array", "items": {"type": "string"}, "description": "overrides of keys, KEY=VALUE each, such as phases.measure=1m"}
      """;

  private static final String RUN_ID =
      """
      "run": {"type": "string", "description": "the id that run or find-limit gave; default: the last one"}
      """;

  /** The command of a search, which is a run of many. */
  private static final String LIMIT = "find-limit";

  private static final int LONGEST_WAIT_SECONDS = 50;

  private final Tools tools;
  private final WorkFolder folder;
  private final AssistantRuns runs;
  private final Packs packs = Packs.installed();

  AssistantTools(Tools tools, WorkFolder folder, AssistantRuns runs) {
    this.tools = tools;
    this.folder = folder;
    this.runs = runs;
  }

  /** All tools, in the order of their use. */
  List<AssistantTool> all() {
    return List.of(
        new AssistantTool(
            "explain",
            "Explains a key of a profile (phases.drain), a figure, an exit code, a cause of failures"
                + " or a word. Of a target's URL it lists the options.",
            schema(
                """
                "word": {"type": "string"},
                "pack": {"type": "string", "description": "the pack of the profile with the key"}
                """,
                "word"),
            true,
            this::explain),
        new AssistantTool(
            "init",
            "Writes a profile to start from: the quickstart of a pack, or what a target's URL and"
                + " its options are as a profile.",
            schema(
                """
                "file": {"type": "string", "description": "a new YAML file"},
                "pack": {"type": "string", "description": "without a url: one of %s"},
                """
                        .formatted(String.join(", ", packs.names()))
                    + load(),
                "file"),
            false,
            this::init),
        new AssistantTool(
            "validate",
            "Checks a profile, or a target's URL with its options, and says what it asks for;"
                + " reaches nothing.",
            schema(load()),
            true,
            this::validate),
        new AssistantTool(
            "run",
            "Starts a load test and answers its id at once; one at a time. Only hosts that the user"
                + " allowed are loaded.",
            schema(
                load()
                    + """
                    , "label": {"type": "array", "items": {"type": "string"}, "description": "words of yours to keep in the result, KEY=VALUE each"}
                    """),
            false,
            arguments -> start("run", arguments)),
        new AssistantTool(
            LIMIT,
            "Searches the highest rate, or the number of devices, at which a profile's thresholds"
                + " hold. Answers an id at once. The profile, or set, has the section findLimit.",
            schema(
                """
                "profile": {"type": "string", "description": "the profile, a YAML file; init writes one of a url"},
                "set": {"type": "array", "items": {"type": "string"}, "description": "overrides of keys, KEY=VALUE each, such as findLimit={of: devices, from: 100, to: 1000, probe: 10s}; explain findLimit lists its keys"},
                "label": {"type": "array", "items": {"type": "string"}, "description": "words of yours to keep in the results, KEY=VALUE each"}
                """,
                "profile"),
            false,
            arguments -> start(LIMIT, arguments)),
        new AssistantTool(
            "status",
            "Says how far a run is, or how it ended; waits for its end if asked to.",
            schema(
                RUN_ID
                    + """
                    , "wait": {"type": "integer", "minimum": 0, "maximum": %s, "description": "seconds to wait for the end"}
                    """
                        .formatted(LONGEST_WAIT_SECONDS)),
            true,
            this::status),
        new AssistantTool(
            "stop",
            "Ends a run before its time; its results so far are written.",
            schema(RUN_ID),
            false,
            this::stop),
        new AssistantTool(
            "report",
            "Gives the verdict of a run, its thresholds and its figures with units and intervals of"
                + " 95 %, and renews its report.",
            schema(
                """
                "run": {"type": "string", "description": "the run's directory, or the id that run gave; default: the last run"},
                "figures": {"type": "array", "items": {"type": "string"}, "description": "how the paths of the figures begin, such as flows.publish.response; default: the most important ones; \\"\\" for all"}
                """),
            true,
            this::report),
        new AssistantTool(
            "compare",
            "Says whether the runs b are worse than the runs a.",
            schema(
                """
                "a": {"type": "array", "minItems": 1, "items": {"type": "string"}, "description": "directories of runs"},
                "b": {"type": "array", "minItems": 1, "items": {"type": "string"}, "description": "directories of runs"},
                "worseThan": {"type": "string", "description": "the largest difference of sides that are alike; default 10%"}
                """,
                "a", "b"),
            true,
            this::compare),
        new AssistantTool(
            "history",
            "Says how the figures of all runs of a profile changed over time.",
            schema(
                """
                "folders": {"type": "array", "items": {"type": "string"}, "description": "folders with runs; default results"}
                """),
            true,
            this::history));
  }

  /** The properties that say what is to be run. */
  private String load() {
    return LOAD_FORM.formatted(
        packs.ofLines().stream()
            .flatMap(each -> each.oneLine().orElseThrow().urls().stream())
            .map(each -> each.scheme() + "://host" + (each.port() == null ? ":port" : ""))
            .collect(Collectors.joining(", ")));
  }

  private static String schema(String properties, String... required) {
    return """
        {"type": "object", "properties": {%s}, "required": [%s], "additionalProperties": false}
        """
        .formatted(
            properties, required.length == 0 ? "" : "\"" + String.join("\", \"", required) + "\"");
  }

  private ProgramOutput called(List<String> words) throws IOException, InterruptedException {
    return ProgramOutput.of(tools.itself(words));
  }

  private ToolAnswer json(List<String> words) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(words);
    all.add(1, "--json");
    return ToolAnswer.of(called(all));
  }

  private ToolAnswer explain(CallArguments arguments)
      throws UsageException, IOException, InterruptedException {
    String word = arguments.text("word");
    if (TargetUrl.schemeOf(word) != null) {
      ProgramOutput help = called(List.of(word, "--help"));
      ToolAnswer answer =
          ToolAnswer.of(new ProgramOutput(help.code(), "", help.out() + help.err()));
      return answer.next("validate with this url and its options");
    }
    folder.refuseElsewhere(word);
    List<String> words = new ArrayList<>(List.of("explain"));
    if (arguments.text("pack") != null) {
      words.add("--pack=" + arguments.text("pack"));
    }
    words.add("--");
    words.add(word);
    return json(words);
  }

  private ToolAnswer init(CallArguments arguments)
      throws UsageException, IOException, InterruptedException {
    String file = arguments.text("file");
    String next = "validate with profile %s, then run".formatted(file);
    if (arguments.text("url") == null) {
      List<String> words = new ArrayList<>(List.of("init"));
      if (arguments.text("pack") != null) {
        words.add("--pack=" + arguments.text("pack"));
      }
      words.add("--");
      words.add(folder.writable(file).toString());
      ToolAnswer answer = json(words);
      return answer.failed() ? answer : answer.next(next);
    }
    List<String> words = new ArrayList<>(arguments.load(folder));
    words.add("--print-profile");
    ProgramOutput printed = called(words);
    if (printed.code() != ExitCode.PASSED.code()) {
      return ToolAnswer.failure(ExitCode.of(printed.code()), printed.err().lines().toList());
    }
    folder.write(file, printed.out());
    ToolAnswer answer =
        ToolAnswer.of(new ProgramOutput(ExitCode.PASSED.code(), "", file + " is written"));
    answer.document().putObject("result").put("file", file).put("text", printed.out());
    return answer.next(next);
  }

  private ToolAnswer validate(CallArguments arguments)
      throws UsageException, IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("validate"));
    words.addAll(arguments.load(folder));
    ToolAnswer answer = json(words);
    return answer.next(
        answer.failed()
            ? "mend what the lines name; explain KEY says what a key takes"
            : "run with the same arguments");
  }

  private ToolAnswer start(String command, CallArguments arguments)
      throws UsageException, IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(arguments.load(folder));
    arguments.texts("label").forEach(each -> words.add("--label=" + each));
    AssistantRun run = runs.start(words);
    if (run.directory() == null) {
      Integer code = run.exitCode();
      return ToolAnswer.failure(ExitCode.of(code == null ? 70 : code), run.said())
          .next("mend what the lines name; nothing was started");
    }
    return new ToolAnswer(false, run.document())
        .next("status with wait %s until running is false".formatted(LONGEST_WAIT_SECONDS));
  }

  private ToolAnswer status(CallArguments arguments)
      throws UsageException, IOException, InterruptedException {
    AssistantRun run = runs.run(arguments.text("run"));
    run.awaitEnd(arguments.seconds("wait"));
    return state(run);
  }

  private static ToolAnswer state(AssistantRun run) throws IOException, InterruptedException {
    return new ToolAnswer(false, run.document())
        .next(
            run.hasEnded()
                ? next(run)
                : "status with wait %s until running is false".formatted(LONGEST_WAIT_SECONDS));
  }

  private static String next(AssistantRun run) {
    return run.isSearch()
        ? "report with run %s/probe-01 for the figures of a probe".formatted(run.directory())
        : "report with run %s for the figures".formatted(run.directory());
  }

  private ToolAnswer stop(CallArguments arguments)
      throws UsageException, IOException, InterruptedException {
    AssistantRun run = runs.run(arguments.text("run"));
    run.stop("the assistant stopped it");
    run.awaitEnd(LONGEST_WAIT_SECONDS);
    return state(run);
  }

  private ToolAnswer report(CallArguments arguments)
      throws UsageException, IOException, InterruptedException {
    String named = arguments.text("run");
    String directory =
        named == null || named.matches("[0-9]{1,9}") ? runs.run(named).directory() : named;
    if (directory == null) {
      throw new UsageException("run: that run wrote no results");
    }
    Path read = folder.readable(directory);
    runs.refuseRunning(read);
    ToolAnswer answer = json(List.of("report", read.toString()));
    if (!answer.failed()) {
      List<String> beginnings = arguments.texts("figures");
      ObjectNode result = (ObjectNode) answer.document().path("result");
      result.set("figures", chosen(result.path("figures"), beginnings));
    }
    return answer.next("explain FIGURE says what one means; compare with another run");
  }

  private static ArrayNode chosen(JsonNode figures, List<String> beginnings) {
    ArrayNode chosen = ((ArrayNode) figures).arrayNode();
    for (JsonNode each : figures) {
      String path = each.path("figure").asText();
      boolean wanted =
          beginnings.isEmpty()
              ? path.matches(
                  "measuredSeconds|devices\\.(asked|connected|failed)|ledger\\.\\w+"
                      + "|flows\\.[^.]+\\.(asked|reached|achieved|scheduled|sent|notSent|ok|failed"
                      + "|response\\.(p50|p99|p999|max)|endToEnd\\.(p50|p99)|ledger\\.\\w+)"
                      + "|generator\\.\\w+|target\\.\\w+")
              : beginnings.stream().anyMatch(path::startsWith);
      if (wanted) {
        chosen.add(each);
      }
    }
    return chosen;
  }

  private ToolAnswer compare(CallArguments arguments)
      throws UsageException, IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("compare"));
    for (String side : List.of("a", "b")) {
      for (String run : arguments.texts(side)) {
        words.add("--%s=%s".formatted(side, folder.readable(run)));
      }
    }
    if (arguments.text("worseThan") != null) {
      words.add("--worse-than=" + arguments.text("worseThan"));
    }
    return json(words);
  }

  private ToolAnswer history(CallArguments arguments)
      throws UsageException, IOException, InterruptedException {
    List<String> named = arguments.texts("folders");
    List<String> words = new ArrayList<>(List.of("history", "--"));
    for (String each : named.isEmpty() ? List.of(WorkFolder.RESULTS) : named) {
      Path read = folder.readable(each);
      words.add(folder.writable(read.toString()).toString());
    }
    return json(words);
  }
}
