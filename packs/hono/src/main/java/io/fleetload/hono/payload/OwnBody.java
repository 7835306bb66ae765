// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.payload;

import io.fleetload.stamp.AsciiText;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Messages as the user wrote them, UTF-8, with {@code {{stamp}}}, {@code {{device}}} and {@code
 * {{n}}} filled in. Not thread-safe.
 */
public final class OwnBody {
  private static final String STAMP = "{{stamp}}";
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{[^{}]*}}");

  /** What follows a stamp must tell where it ends. */
  private static final Pattern BEGUN_BY_WHAT_GOES_ON =
      Pattern.compile(Pattern.quote(STAMP) + "[^\"\\s]");

  /** The most bytes of each placeholder; a device's name may be longer, and its message then is. */
  private static final Map<String, Integer> WIDTHS =
      Map.of(STAMP, 96, "{{device}}", 64, "{{n}}", 10);

  private final String written;
  private final List<Part> parts = new ArrayList<>();
  private final AsciiText text = new AsciiText();

  @FunctionalInterface
  private interface Part {
    void append(AsciiText to, String device, Stamp stamp);
  }

  /** Messages of this text. */
  public OwnBody(String written) {
    this.written = written;
    int at = 0;
    Matcher placeholder = PLACEHOLDER.matcher(written);
    while (placeholder.find()) {
      literally(written.substring(at, placeholder.start()));
      switch (placeholder.group()) {
        case STAMP -> parts.add((to, device, stamp) -> stamp.appendTo(to));
        case "{{device}}" -> parts.add((to, device, stamp) -> to.append(device));
        case "{{n}}" -> parts.add((to, device, stamp) -> to.append(stamp.n()));
        default -> literally(placeholder.group());
      }
      at = placeholder.end();
    }
    literally(written.substring(at));
  }

  private void literally(String part) {
    byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
    parts.add((to, device, stamp) -> to.append(bytes));
  }

  /** Why no run can send it; nothing where one can. */
  public Optional<String> problem() {
    List<String> unknown =
        PLACEHOLDER
            .matcher(written)
            .results()
            .map(MatchResult::group)
            .filter(each -> !WIDTHS.containsKey(each))
            .toList();
    if (!unknown.isEmpty()) {
      return Optional.of(
          "found \"%s\", expected {{stamp}}, {{device}} or {{n}}".formatted(unknown.get(0)));
    }
    if (written.split(Pattern.quote(STAMP), -1).length != 2) {
      return Optional.of("needs one {{stamp}}, by which the backend knows the message");
    }
    return BEGUN_BY_WHAT_GOES_ON.matcher(written).find()
        ? Optional.of("needs a quote or a blank after {{stamp}}, or its end")
        : Optional.empty();
  }

  /** The most bytes that a message has. */
  public int largest() {
    int added =
        PLACEHOLDER
            .matcher(written)
            .results()
            .mapToInt(found -> WIDTHS.getOrDefault(found.group(), 0))
            .sum();
    return PLACEHOLDER.matcher(written).replaceAll("").getBytes(StandardCharsets.UTF_8).length
        + added;
  }

  /** Whether it is JSON, as far as its first character tells. */
  public boolean isJson() {
    return written.stripLeading().startsWith("{") || written.stripLeading().startsWith("[");
  }

  /** A message. */
  public byte[] reading(String device, Stamp stamp) {
    text.clear();
    parts.forEach(each -> each.append(text, device, stamp));
    return text.toBytes();
  }
}
