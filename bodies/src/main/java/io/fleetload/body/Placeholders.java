// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import io.fleetload.profile.key.ClosestName;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/** Finds the placeholders of one template and makes pieces of them. */
final class Placeholders {
  /** The bytes that a text of the pack has room for; a longer one makes its message larger. */
  static final int OWN_BYTES = 64;

  private static final String BEGIN = "{{";
  private static final String END = "}}";
  private static final String AS_TEXT = " as text";
  private static final int LONGEST_SHOWN = 60;
  private static final int MOST_SHOWN = 20;

  private final KnownNames known;
  private final int times;
  private final Draw draw;
  private final Set<String> used = new HashSet<>();
  private int stamps;
  private int drawn;
  private int rows = Integer.MAX_VALUE;

  /**
   * The placeholders of one template.
   *
   * @param part the part of the message that it is
   * @param times number of items in the batch; 0 for no batch
   */
  Placeholders(KnownNames known, String part, int times) {
    this.known = known;
    this.times = times;
    this.draw = Draw.of(known.seed(), known.place() + "." + part);
  }

  Set<String> used() {
    return Set.copyOf(used);
  }

  /** The number of stamps so far. */
  int stamps() {
    return stamps;
  }

  /** The number of messages that the files of data are enough for; empty for any number. */
  OptionalInt rows() {
    return rows == Integer.MAX_VALUE
        ? OptionalInt.empty()
        : OptionalInt.of(rows / Math.max(1, times));
  }

  /** Tells whether a text is one placeholder and nothing else. */
  static boolean isOne(String text) {
    return text.startsWith(BEGIN) && text.indexOf(END) == text.length() - END.length();
  }

  /** Adds a text to pieces; a placeholder at its very beginning may have another place. */
  void text(String text, Place first, Place place, Pieces pieces) throws TemplateException {
    int from = 0;
    int begin = text.indexOf(BEGIN);
    while (begin >= 0) {
      int end = text.indexOf(END, begin);
      if (end < 0) {
        throw new TemplateException(
            "a placeholder begins and has no end: write }} after \"%s\""
                .formatted(shown(text.substring(begin))));
      }
      pieces.add(place.written(text.substring(from, begin)));
      from = end + END.length();
      pieces.add(one(text.substring(begin, from), begin == 0 ? first : place));
      begin = text.indexOf(BEGIN, from);
    }
    pieces.add(place.written(text.substring(from)));
  }

  /** The piece of one placeholder, with its braces. */
  Piece one(String placeholder, Place place) throws TemplateException {
    String inside =
        placeholder.substring(BEGIN.length(), placeholder.length() - END.length()).strip();
    if (!inside.endsWith(AS_TEXT)) {
      return piece(inside, place);
    }
    String value = inside.substring(0, inside.length() - AS_TEXT.length()).strip();
    return place == BodyPlace.JSON_VALUE
        ? piece(value, BodyPlace.JSON_TEXT).quotedAt(place)
        : piece(value, place);
  }

  private Piece piece(String inside, Place place) throws TemplateException {
    if (known.own().contains(inside)) {
      used.add(inside);
      return own(inside, place);
    }
    if (MessagePlaceholders.NAMES.contains(inside) && isKnown(inside)) {
      used.add(inside);
      stamps += inside.equals("stamp") ? 1 : 0;
      return MessagePlaceholders.of(inside, place, known.place(), times > 0);
    }
    if (RandomPlaceholders.FORMS.containsKey(RandomPlaceholders.name(inside))) {
      return RandomPlaceholders.of(inside, place, draw.at(drawn++));
    }
    int dot = inside.indexOf('.');
    if (dot > 0 && known.feeders().byName().containsKey(inside.substring(0, dot))) {
      return column(inside.substring(0, dot), inside.substring(dot + 1), place);
    }
    if (Arithmetic.looksLike(inside)) {
      return Arithmetic.piece(inside, this::number);
    }
    throw unknown(inside, names());
  }

  private boolean isKnown(String name) {
    return !known.absent().contains(name) && (times > 0 || !name.equals("index"));
  }

  private static Piece own(String name, Place place) {
    return Piece.of(
        OWN_BYTES + place.encoded("").length,
        (values, index, text) -> {
          String value = values.own(name);
          if (value == null) {
            throw MissingValueException.unsaved(name);
          }
          text.append(place.encoded(value));
        });
  }

  private Arithmetic.Operand number(String name) throws TemplateException {
    if (!MessagePlaceholders.NUMBERS.contains(name) || !isKnown(name)) {
      throw unknown(name, MessagePlaceholders.NUMBERS.stream().filter(this::isKnown).toList());
    }
    used.add(name);
    return MessagePlaceholders.number(name);
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
    return new Piece(
        () -> cells.longest(place),
        (values, index, text) -> {
          int row = feeder.choice().applyAsInt((long) values.row() * each + index);
          if (row < 0) {
            throw MissingValueException.exhausted(data);
          }
          text.append(cells.encoded(row, place));
        });
  }

  private static TemplateException unknown(String name, Collection<String> names) {
    return new TemplateException(
        "unknown placeholder {{%s}}: %s".formatted(shown(name), known(name, names)));
  }

  private Set<String> names() {
    Set<String> names = new HashSet<>(known.own());
    MessagePlaceholders.NAMES.stream().filter(this::isKnown).forEach(names::add);
    names.addAll(RandomPlaceholders.FORMS.values());
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

  /** The names that there are, after the one that was meant if one is close. */
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
