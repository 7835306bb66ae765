// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command.mcp;

import io.fleetload.campaign.command.RunCommand;
import io.fleetload.pack.TargetUrl;
import io.fleetload.process.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * The arguments of a call, which its schema has checked, as the words of a command.
 *
 * @param values by name
 */
record CallArguments(Map<String, Object> values) {
  /** A text, or null. */
  String text(String name) {
    Object value = values.get(name);
    return value == null ? null : value.toString();
  }

  /** Several texts; none if they are missing. */
  List<String> texts(String name) {
    return values.get(name) instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of();
  }

  /** A number of seconds, or 0. */
  long seconds(String name) {
    return values.get(name) instanceof Number number ? number.longValue() : 0;
  }

  /**
   * The words that say what is to be run: a profile, or a target's URL with its options.
   *
   * @throws UsageException if neither or both are given, or an option is not of the line
   */
  List<String> load(WorkFolder folder) throws UsageException {
    String profile = text("profile");
    String url = text("url");
    if ((profile == null) == (url == null)) {
      throw new UsageException("give a profile, or the url of a target");
    }
    List<String> words = new ArrayList<>();
    if (profile != null) {
      if (values.get("options") != null) {
        throw new UsageException("options: give them with a url; a profile takes set");
      }
      words.add(folder.readable(profile).toString());
    } else {
      if (TargetUrl.schemeOf(url) == null) {
        throw new UsageException(
            "url: found \"%s\", expected SCHEME://HOST or SCHEME:// alone".formatted(url));
      }
      words.add(url);
      words.addAll(options());
    }
    texts("set").forEach(each -> words.add("--set=" + each));
    return words;
  }

  private List<String> options() throws UsageException {
    List<String> words = new ArrayList<>();
    if (values.get("options") instanceof Map<?, ?> given) {
      Set<String> ofEveryRun = ofEveryRun();
      for (Map.Entry<?, ?> each : given.entrySet()) {
        String name = each.getKey().toString();
        if (ofEveryRun.contains("--" + name) || !name.matches("[a-z][a-z-]*")) {
          throw new UsageException(
              "options: leave out %s: only options of the target and its load are taken"
                  .formatted(name));
        }
        words(name, each.getValue()).forEach(words::add);
      }
    }
    return words;
  }

  private static Stream<String> words(String name, Object value) {
    if (value instanceof List<?> several) {
      return several.stream().flatMap(each -> words(name, each));
    }
    if (value instanceof Boolean flag) {
      return flag ? Stream.of("--" + name) : Stream.empty();
    }
    return Stream.of("--%s=%s".formatted(name, value));
  }

  /** The options of the command and not of the load, such as where its results go. */
  private static Set<String> ofEveryRun() {
    return new CommandLine(new RunCommand())
        .getCommandSpec().options().stream()
            .flatMap(each -> Stream.of(each.names()))
            .collect(Collectors.toSet());
  }
}
