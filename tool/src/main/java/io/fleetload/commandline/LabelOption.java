// SPDX-License-Identifier: EPL-2.0
package io.fleetload.commandline;

import io.fleetload.process.UsageException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import picocli.CommandLine;

/** The option {@code --label}: the user's own words on a run, which its result keeps. */
public final class LabelOption {
  private static final Pattern KEY = Pattern.compile("[a-z][a-zA-Z0-9._-]*");
  private static final int LONGEST = 200;

  @CommandLine.Option(
      names = "--label",
      paramLabel = "KEY=VALUE",
      description =
          "keeps a word of yours in the result, for example commit=4f2a91c; may be given again")
  private List<String> given = new ArrayList<>();

  /**
   * Returns the labels by key, in the order given.
   *
   * @throws UsageException with one line if one has another form
   */
  public Map<String, String> labels() throws UsageException {
    Map<String, String> labels = new LinkedHashMap<>();
    for (String each : given) {
      int equals = each.indexOf('=');
      String key = equals < 0 ? each : each.substring(0, equals);
      if (equals < 0 || !KEY.matcher(key).matches()) {
        throw wrong(
            each,
            "KEY=VALUE with a key of letters, digits, dots and dashes, such as commit=4f2a91c");
      }
      String value = each.substring(equals + 1);
      if (value.isEmpty()
          || value.length() > LONGEST
          || value.chars().anyMatch(Character::isISOControl)) {
        throw wrong(each, "a value of one line with 1 to " + LONGEST + " characters");
      }
      if (labels.put(key, value) != null) {
        throw new UsageException("--label: %s is there twice; give each key once".formatted(key));
      }
    }
    return labels;
  }

  private static UsageException wrong(String found, String expected) {
    String oneLine = found.replaceAll("\\p{Cntrl}", " ");
    return new UsageException(
        "--label: found \"%s\", expected %s"
            .formatted(oneLine.length() > 60 ? oneLine.substring(0, 60) + "…" : oneLine, expected));
  }
}
