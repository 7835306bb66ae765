// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.line;

import io.fleetload.campaign.option.ProfileOptions;
import io.fleetload.campaign.option.ShellWord;
import io.fleetload.campaign.run.GivenProfile;
import io.fleetload.campaign.run.LoadBound;
import io.fleetload.pack.LineForm;
import io.fleetload.pack.Pack;
import io.fleetload.pack.TargetUrl;
import io.fleetload.process.UsageException;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.profile.yaml.ProfileProblem;
import io.fleetload.profile.yaml.ProfileReference;
import io.fleetload.profile.yaml.ProfileText;
import io.fleetload.quantity.Span;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;

/**
 * A load test in one line: a target's URL, which says the pack, and options. It is the profile that
 * is made of it, and is run as that.
 */
public final class TargetLine {
  /** Name of the profile in the directory of the results. */
  public static final String FILE = "profile.yaml";

  private static final String DEVICES = "10";
  private static final String EVERY = "1s";
  private static final String FOR = "30s";
  private static final String MINE = "run.mayLoad";
  private static final int LONGEST_NAME = 64;
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private final LineOption yesThisIsMine =
      LineOption.flag(
          "yes-this-is-mine",
          List.of(MINE),
          "says that you may load the target's host, if it is not this one; without it a run has at"
              + " most %s sessions and %s messages a second"
                  .formatted(LoadBound.MOST_SESSIONS, LoadBound.MOST_PER_SECOND));

  private final LineOption printProfile =
      LineOption.flag(
          "print-profile", List.of(), "prints the profile that the line is, and runs nothing");

  private final CommandLine.Model.OptionSpec thresholds =
      CommandLine.Model.OptionSpec.builder("--threshold")
          .type(List.class)
          .auxiliaryTypes(String.class)
          .arity("1")
          .paramLabel("BOUND")
          .description(
              "what must hold beside the default thresholds, such as 'flows.*.response.p99 < 1s'")
          .build();

  private final Map<String, LineOption> common = new LinkedHashMap<>();
  private final Map<String, LineOption> own = new LinkedHashMap<>();

  private Pack<?> pack;
  private LineForm form;
  private String word;
  private TargetUrl target;
  private Path file;

  /** Returns whether the command line has a URL in the place of a profile. */
  public boolean isGiven() {
    return word != null;
  }

  /** Returns whether the profile is to be printed, and not run. */
  public boolean isPrinted() {
    return printProfile.value().isPresent();
  }

  /**
   * Begins with the URL, and gives the command the options of its pack.
   *
   * @return the place of the profile, which is not written yet
   */
  Path begin(String url, CommandLine.Model.CommandSpec command) {
    try {
      LineTarget found = LineTarget.of(url);
      pack = found.pack();
      form = found.form();
      target = found.url();
    } catch (UsageException e) {
      throw new CommandLine.ParameterException(command.root().commandLine(), e.getMessage());
    }
    word = url;
    addCommon();
    form.options()
        .forEach(
            each ->
                own.put(
                    each.name(),
                    LineOption.of(each.name(), each.keys(), anyRow(each.keys().get(0)))));
    addTo(command, "%nOf each line:%n", common.values().stream().toList());
    addTo(command, "%nOf pack " + pack.name() + ":%n", own.values().stream().toList());
    LineHelp.describe(command, target.scheme() + "://");
    file = Path.of(System.getProperty("java.io.tmpdir"), "loadtest-" + UUID.randomUUID() + ".yaml");
    return file;
  }

  private void addCommon() {
    String flow = form.flows().get(0);
    ProfileReference.KeyRow devices = row("devices.count");
    add(
        LineOption.of(
            "devices", "N", List.of("devices.count"), devices.about() + "; default " + DEVICES));
    add(
        LineOption.of(
            "every",
            "TIME",
            List.of("flows.*.every"),
            "time between two messages of a device; default %s, without --rate; %s"
                .formatted(EVERY, row("flows.*.every").allowed())));
    add(
        LineOption.of(
            "rate", "RATE", List.of("flows.*.rate"), "messages a second of all devices together"));
    add(
        LineOption.of(
            "for",
            "TIME",
            List.of("phases.measure"),
            "how long messages are sent; the first tenth, at most 1m, is ramp and warm-up, the rest"
                + " is measured; default "
                + FOR));
    add(LineOption.of("connect-rate", List.of("phases.connect.rate"), row("phases.connect.rate")));
    if (form.flows().size() > 1) {
      add(
          LineOption.of(
              "flow",
              "FLOW",
              List.of(),
              "what is sent: %s; default %s".formatted(String.join(", ", form.flows()), flow)));
    }
    add(yesThisIsMine);
    add(printProfile);
  }

  private void add(LineOption option) {
    common.put(option.name(), option);
  }

  private void addTo(
      CommandLine.Model.CommandSpec command, String heading, List<LineOption> options) {
    CommandLine.Model.ArgGroupSpec.Builder group =
        CommandLine.Model.ArgGroupSpec.builder().heading(heading).validate(false).exclusive(false);
    options.forEach(each -> group.addArg(each.spec()));
    if (options.contains(printProfile)) {
      group.addArg(thresholds);
    }
    if (!options.isEmpty()) {
      command.addArgGroup(group.build());
    }
  }

  private ProfileReference.KeyRow row(String key) {
    return rowOf(key.replace("flows.*", "flows." + form.flows().get(0))).orElseThrow();
  }

  /** The entry of a key that one of the flows has. */
  private ProfileReference.KeyRow anyRow(String key) {
    return form.flows().stream()
        .flatMap(flow -> rowOf(key.replace("flows.*", "flows." + flow)).stream())
        .findFirst()
        .orElseThrow();
  }

  private Optional<ProfileReference.KeyRow> rowOf(String key) {
    return ProfileReference.key(pack.profile(), key);
  }

  /**
   * Reads the profile that the line is.
   *
   * @param profile the command's profile, which lies where {@link #begin} said
   * @param reading how it is read
   * @throws ProfileException with every mistake, each by the option that it is of
   * @throws UsageException if the options do not fit together
   * @throws IOException if the profile cannot be written
   */
  public GivenProfile read(ProfileOptions profile, Reading reading)
      throws ProfileException, UsageException, IOException {
    try {
      write(profile, List.of());
      if (yesThisIsMine.value().isPresent()) {
        write(profile, LoadBound.elsewhere(GivenProfile.read(file, List.of()).scenario()));
      }
      return reading.read();
    } catch (ProfileException e) {
      throw byOptions(e, profile.overrides());
    }
  }

  /** A look at a profile that was written. */
  @FunctionalInterface
  public interface Reading {
    /** Reads it. */
    GivenProfile read() throws ProfileException;
  }

  /**
   * Returns the profile's text.
   *
   * @throws IOException if it cannot be read
   */
  public String text() throws IOException {
    return Files.readString(file);
  }

  /**
   * Writes the profile into the directory of a run's results.
   *
   * @return where it is
   * @throws IOException if it cannot be written
   */
  public Path keepIn(Path directory) throws IOException {
    return Files.copy(file, directory.resolve(FILE));
  }

  /** Removes the profile that the run was made from. */
  public void forget() {
    if (file != null) {
      file.toFile().delete();
    }
  }

  private void write(ProfileOptions profile, List<String> mayLoad)
      throws ProfileException, UsageException, IOException {
    String flow = flow();
    ProfileText text = new ProfileText(pack.profile(), Path.of("").toAbsolutePath());
    text.put("pack", pack.name());
    text.put("run.name", name());
    text.put("devices.count", devices());
    mayLoad.forEach(each -> text.add(MINE, each));
    for (String key : form.keys().apply(new LineForm.LineOrder(target, flow, devices(), given()))) {
      text.set(key);
    }
    addPhases(text);
    addTiming(text, flow, profile.overrides());
    for (LineOption each : own.values()) {
      addOwn(text, each, flow);
    }
    for (String each : thresholds()) {
      text.add("thresholds", each);
    }
    for (String each : profile.overrides()) {
      text.set(each);
    }
    Files.writeString(
        file,
        "# %s%n# What a key is for, and what may be below it: loadtest explain KEY%n"
                .formatted(this + option("--set", profile.overrides()))
            + text.text());
  }

  private String devices() {
    return value("devices").orElse(DEVICES);
  }

  private Optional<String> value(String option) {
    return Optional.ofNullable(common.get(option)).flatMap(LineOption::value);
  }

  private Map<String, String> given() {
    Map<String, String> given = new LinkedHashMap<>();
    own.forEach((name, option) -> option.value().ifPresent(value -> given.put(name, value)));
    return given;
  }

  private List<String> thresholds() {
    List<String> given = thresholds.getValue();
    return given == null ? List.of() : given;
  }

  private String flow() throws UsageException {
    String flow = value("flow").orElse(form.flows().get(0));
    if (!form.flows().contains(flow)) {
      throw new UsageException(
          "--flow: found \"%s\", expected one of %s"
              .formatted(flow, String.join(", ", form.flows())));
    }
    return flow;
  }

  private String name() {
    String name =
        pack.name()
            + "-"
            + (target.isEmbedded()
                ? "embedded"
                : target.host().replaceAll("[^A-Za-z0-9.-]+", "-").replaceAll("^-|-$", ""));
    return name.substring(0, Math.min(LONGEST_NAME, name.length()));
  }

  private void addPhases(ProfileText text) throws UsageException {
    LinePhases phases;
    try {
      phases = LinePhases.of(Span.parse(value("for").orElse(FOR)));
    } catch (IllegalArgumentException e) {
      throw new UsageException("--for: " + e.getMessage());
    }
    value("connect-rate").ifPresent(rate -> text.put("phases.connect.rate", rate));
    if (phases.ramp().nanos() > 0) {
      text.put("phases.ramp", phases.ramp().toString());
    }
    if (phases.warmUp().nanos() > 0) {
      text.put("phases.warmUp", phases.warmUp().toString());
    }
    text.put("phases.measure", phases.measure().toString());
  }

  private void addTiming(ProfileText text, String flow, List<String> overrides)
      throws UsageException {
    Optional<String> every = value("every");
    Optional<String> rate = value("rate");
    if (every.isPresent() && rate.isPresent()) {
      throw new UsageException(
          "--rate: leave it out, or --every: they say the same, of all devices and of each");
    }
    Pattern timed =
        Pattern.compile("(?s)flows\\." + flow + "(\\.(rate|every|stages|closed|times))?=.*");
    if (rate.isPresent()) {
      text.put("flows." + flow + ".rate", rate.get());
    } else if (every.isPresent()
        || overrides.stream().noneMatch(each -> timed.matcher(each).matches())) {
      text.put("flows." + flow + ".every", every.orElse(EVERY));
    }
  }

  private void addOwn(ProfileText text, LineOption option, String flow) throws UsageException {
    Optional<String> value = option.value();
    if (value.isEmpty()) {
      return;
    }
    for (String key : option.keys(flow)) {
      ProfileReference.KeyRow row =
          rowOf(key)
              .orElseThrow(
                  () ->
                      new UsageException(
                          "%s: leave it out with --flow %s, which has no such key"
                              .formatted(option, flow)));
      text.put(key, row.secret() ? variable(option, value.get()) : value.get());
    }
  }

  /** The word is not repeated, as it may be the secret itself. */
  private static String variable(LineOption option, String name) throws UsageException {
    if (!VARIABLE.matcher(name).matches() || System.getenv(name) == null) {
      throw new UsageException(
          option
              + ": write the name of a variable of the environment that has it, and set that;"
              + " what is on a command line can be read by others");
    }
    return "${" + name + "}";
  }

  /** The same mistakes, each by the option that sets the key. */
  private ProfileException byOptions(ProfileException mistakes, List<String> overrides) {
    return new ProfileException(
        List.copyOf(
            mistakes.problems().stream()
                .map(each -> byOption(each, overrides))
                // An option that sets two keys has a mistake once.
                .collect(
                    Collectors.toMap(
                        each -> each.source() + each.path(),
                        each -> each,
                        (first, next) -> first,
                        LinkedHashMap::new))
                .values()));
  }

  private ProfileProblem byOption(ProfileProblem problem, List<String> overrides) {
    String path = problem.path();
    if (path.isEmpty() || overrides.stream().anyMatch(each -> isAt(path, keyOf(each)))) {
      return new ProfileProblem("--set", 0, path, problem.message());
    }
    String flow = value("flow").orElse(form.flows().get(0));
    List<LineOption> all = new ArrayList<>(own.values());
    all.addAll(common.values());
    for (LineOption each : all) {
      for (String key : each.keys(flow)) {
        // A key that is missing is said of the section that lacks it.
        boolean lacks = key.startsWith(path + ".") && each.value().isEmpty();
        if (isAt(path, key) || (lacks && !path.startsWith("flows"))) {
          return new ProfileProblem(each.toString(), 0, "", problem.message());
        }
      }
    }
    return isAt(path, "thresholds")
        ? new ProfileProblem("--threshold", 0, "", problem.message())
        : new ProfileProblem(word, 0, path, problem.message());
  }

  private static String keyOf(String override) {
    return override.substring(0, Math.max(0, override.indexOf('='))).strip();
  }

  private static boolean isAt(String path, String key) {
    return (path + ".").startsWith(key + ".") || path.startsWith(key + "[");
  }

  /** The line, as a shell takes it, without what belongs to a single run. */
  @Override
  public String toString() {
    StringBuilder line = new StringBuilder("loadtest ").append(ShellWord.of(word));
    List<LineOption> all = new ArrayList<>(common.values());
    all.remove(printProfile);
    all.addAll(own.values());
    for (LineOption each : all) {
      each.value()
          .ifPresent(
              value -> {
                line.append(' ').append(each);
                if (each.spec().arity().max() > 0) {
                  line.append(' ').append(ShellWord.of(value));
                }
              });
    }
    return line.append(option("--threshold", thresholds())).toString();
  }

  private static String option(String name, List<String> values) {
    return values.stream()
        .map(each -> " %s %s".formatted(name, ShellWord.of(each)))
        .collect(Collectors.joining());
  }
}
