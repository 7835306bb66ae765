// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.template;

import io.fleetload.ngsi.template.data.Column;
import io.fleetload.ngsi.template.data.Draw;
import io.fleetload.ngsi.template.data.Feeder;
import io.fleetload.ngsi.template.data.MissingValueException;
import io.fleetload.ngsi.template.data.Piece;
import io.fleetload.ngsi.template.data.Place;
import io.fleetload.ngsi.template.data.TemplateException;
import io.fleetload.profile.key.ClosestName;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/** Finds placeholders in a text and makes pieces of them. */
final class Placeholders {
  private static final String BEGIN = "{{";
  private static final String END = "}}";
  private static final String AS_TEXT = " as text";
  private static final int LONGEST_SHOWN = 60;
  private static final int MOST_SHOWN = 20;

  private final Known known;
  private final int times;
  private final Draw draw;
  private final Set<String> used = new HashSet<>();
  private int drawn;
  private int rows = Integer.MAX_VALUE;

  /**
   * Those of one template.
   *
   * @param part which part of the request it is
   * @param times of a batch, how many renderings it has; 0 for no batch
   */
  Placeholders(Known known, String part, int times) throws TemplateException {
    this.known = known;
    this.times = times;
    this.draw = Draw.of(known.seed(), known.place() + "." + part);
    for (String each : new TreeSet<>(known.saved())) {
      if (MessageValues.NAMES.contains(each) || RandomValues.FORMS.containsKey(each)) {
        throw new TemplateException(
            "save.%s: a placeholder has this name already; choose another".formatted(each));
      }
    }
  }

  /** Names that were used. */
  Set<String> used() {
    return Set.copyOf(used);
  }

  /** For how many messages the files of data last. */
  OptionalInt rows() {
    return rows == Integer.MAX_VALUE
        ? OptionalInt.empty()
        : OptionalInt.of(rows / Math.max(1, times));
  }

  /** Whether a text is one placeholder and nothing else. */
  static boolean isOne(String text) {
    return text.startsWith(BEGIN) && text.indexOf(END) == text.length() - END.length();
  }

  /** Adds a text to pieces, with what its placeholders become. */
  void text(String text, Place place, Pieces pieces) throws TemplateException {
    int from = 0;
    int begin = text.indexOf(BEGIN);
    while (begin >= 0) {
      int end = text.indexOf(END, begin);
      if (end < 0) {
        throw new TemplateException(
            "a placeholder begins and has no end: write }} after \"%s\""
                .formatted(shown(text.substring(begin))));
      }
      pieces.add(literal(text.substring(from, begin), place));
      from = end + END.length();
      String placeholder = text.substring(begin, from);
      boolean first = place == Place.PATH && begin == 0;
      pieces.add(one(placeholder, first ? Place.URL : place));
      if (first && !mayBeUrl(placeholder)) {
        throw new TemplateException(
            "begins with %s, which is no path; expected / before it".formatted(shown(placeholder)));
      }
      begin = text.indexOf(BEGIN, from);
    }
    pieces.add(literal(text.substring(from), place));
  }

  /** Whether a placeholder is a text from elsewhere: a saved value, or a column of the data. */
  private boolean mayBeUrl(String placeholder) {
    String inside = inside(placeholder);
    int dot = inside.indexOf('.');
    return known.saved().contains(inside)
        || (dot > 0 && known.feeders().names().contains(inside.substring(0, dot)));
  }

  private static String inside(String placeholder) {
    return placeholder.substring(BEGIN.length(), placeholder.length() - END.length()).strip();
  }

  private static byte[] literal(String plain, Place place) throws TemplateException {
    if (place == Place.PATH) {
      return Place.writtenPath(plain);
    }
    if (place == Place.HEADER) {
      if (plain.chars().anyMatch(each -> each < ' ' || each == 0x7f)) {
        throw new TemplateException("a header has no line break and no other control character");
      }
      return plain.getBytes(StandardCharsets.UTF_8);
    }
    return place.encoded(plain);
  }

  /** The piece of one placeholder, with its braces. */
  Piece one(String placeholder, Place place) throws TemplateException {
    String inside = inside(placeholder);
    if (inside.endsWith(AS_TEXT)) {
      String value = inside.substring(0, inside.length() - AS_TEXT.length()).strip();
      return place == Place.JSON_VALUE
          ? place.quoted(piece(value, Place.JSON_TEXT))
          : piece(value, place);
    }
    return piece(inside, place);
  }

  private Piece piece(String inside, Place place) throws TemplateException {
    if (known.saved().contains(inside)) {
      used.add(inside);
      return MessageValues.saved(inside, place);
    }
    if (MessageValues.NAMES.contains(inside) && isKnown(inside)) {
      used.add(inside);
      return MessageValues.of(inside, place, times > 0);
    }
    if (RandomValues.FORMS.containsKey(RandomValues.name(inside))) {
      return RandomValues.of(inside, place, draw.at(drawn++));
    }
    int dot = inside.indexOf('.');
    if (dot > 0 && known.feeders().names().contains(inside.substring(0, dot))) {
      return column(inside.substring(0, dot), inside.substring(dot + 1), place);
    }
    if (Arithmetic.looksLike(inside)) {
      return new Arithmetic(inside, this::number).piece();
    }
    throw unknown(inside, names());
  }

  /** Whether a message has it here. */
  private boolean isKnown(String name) {
    return switch (name) {
      case "user", "iteration", "stamp" -> known.ofMessage();
      case "index" -> times > 0;
      default -> true;
    };
  }

  private Arithmetic.Operand number(String name) throws TemplateException {
    if (!MessageValues.NUMBERS.contains(name) || !isKnown(name)) {
      throw unknown(name, MessageValues.NUMBERS.stream().filter(this::isKnown).toList());
    }
    used.add(name);
    return MessageValues.number(name);
  }

  private Piece column(String data, String name, Place place) throws TemplateException {
    Feeder feeder = known.feeders().byName().get(data);
    Column cells = feeder.columns().get(name);
    if (cells == null) {
      throw new TemplateException(
          "unknown placeholder {{%s.%s}}: the data have no such column: %s"
              .formatted(data, shown(name), known(name, feeder.columns().keySet())));
    }
    if (feeder.ends()) {
      rows = Math.min(rows, feeder.rows());
    }
    used.add(data + "." + name);
    int each = Math.max(1, times);
    return (values, index, text) -> {
      int row = feeder.row((long) values.row() * each + index);
      if (row < 0) {
        throw new MissingValueException(
            MissingValueException.EXHAUSTED, "the data " + data + " have no row left");
      }
      text.append(cells.encoded(row, place));
    };
  }

  private static TemplateException unknown(String name, Collection<String> names) {
    return new TemplateException(
        "unknown placeholder {{%s}}: %s".formatted(shown(name), known(name, names)));
  }

  private Set<String> names() {
    Set<String> names = new HashSet<>(known.saved());
    MessageValues.NAMES.stream().filter(this::isKnown).forEach(names::add);
    names.addAll(RandomValues.FORMS.values());
    known
        .feeders()
        .byName()
        .forEach(
            (data, feeder) ->
                feeder.columns().keySet().forEach(each -> names.add(data + "." + each)));
    return names;
  }

  static String shown(String text) {
    String line = text.lines().findFirst().orElse("");
    return line.length() > LONGEST_SHOWN ? line.substring(0, LONGEST_SHOWN) + "…" : line;
  }

  /** The names that there are, after the one that was meant where one is close. */
  private static String known(String written, Collection<String> names) {
    List<String> sorted = names.stream().distinct().sorted().toList();
    String known =
        "known here: "
            + String.join(", ", sorted.subList(0, Math.min(MOST_SHOWN, sorted.size())))
            + (sorted.size() > MOST_SHOWN ? ", …" : "");
    return ClosestName.of(written, sorted)
        .map(each -> "did you mean " + each + "? " + known)
        .orElse(known);
  }
}
