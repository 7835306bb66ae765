// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import io.fleetload.body.data.Column;
import io.fleetload.body.data.FaultText;
import io.fleetload.profile.key.ClosestName;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the placeholders of one template and makes pieces of them. */
final class Placeholders {
  /** The bytes that a text of the pack has room for; a longer one makes its message larger. */
  static final int OWN_BYTES = 64;

  private static final String BEGIN = "{{";
  private static final String END = "}}";
  private static final Pattern AS = Pattern.compile("(.*\\S) +as +(text|number|boolean|json)");
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
                .formatted(FaultText.of(text.substring(begin))));
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
    Matcher as = AS.matcher(inside);
    if (!as.matches()) {
      // Without quotes, a body that is sent as it was written has a place for JSON alone.
      return piece(
          inside,
          place,
          place == BodyPlace.WRITTEN_JSON ? ValueType.WITHOUT_QUOTES : ValueType.OF_FILE);
    }
    String value = as.group(1);
    if (!as.group(2).equals("text")) {
      return typed(value, ValueType.valueOf(as.group(2).toUpperCase(Locale.ROOT)), place);
    }
    return place == BodyPlace.JSON_VALUE || place == BodyPlace.WRITTEN_JSON
        ? new Pieces()
            .add('"')
            .add(piece(value, BodyPlace.JSON_TEXT, ValueType.OF_FILE))
            .add('"')
            .sequence()
        : piece(value, place, ValueType.OF_FILE);
  }

  private Piece typed(String value, ValueType type, Place place) throws TemplateException {
    if (feeder(value) == null) {
      throw new TemplateException(
          "{{%s as %s}}: leave out \"as %2$s\", which is for a column of data, such as {{name.column as %2$s}}"
              .formatted(FaultText.of(value), type.name().toLowerCase(Locale.ROOT)));
    }
    return piece(value, place, type);
  }

  private Feeder feeder(String inside) {
    int dot = inside.indexOf('.');
    return dot > 0 ? known.feeders().byName().get(inside.substring(0, dot)) : null;
  }

  private Piece piece(String inside, Place place, ValueType type) throws TemplateException {
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
    if (feeder(inside) != null) {
      return column(inside, place, type);
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

  private Piece column(String inside, Place place, ValueType type) throws TemplateException {
    Feeder feeder = feeder(inside);
    String data = inside.substring(0, inside.indexOf('.'));
    String name = inside.substring(data.length() + 1);
    Column cells = feeder.columns().get(name);
    if (cells == null) {
      throw new TemplateException(
          "unknown placeholder {{%s.%s}}: the data have no such column: %s"
              .formatted(data, FaultText.of(name), known(name, feeder.columns().keySet())));
    }
    OptionalInt wrong = type.firstRefused(cells);
    if (wrong.isPresent()) {
      int row = wrong.getAsInt();
      String where =
          "%s, row %s, column %s, where \"%s\" is"
              .formatted(
                  feeder.file().getFileName(),
                  row + 1,
                  FaultText.of(name),
                  FaultText.of(cells.cell(row).text()));
      throw new TemplateException(
          "{{%s%s}}: %s".formatted(FaultText.of(inside), type.suffix(), type.remedy(where)));
    }
    // A request that no user sends takes the row of its number.
    boolean perDevice = feeder.devices() > 0 && isKnown("user");
    if (feeder.ends() && !perDevice) {
      rows = Math.min(rows, feeder.rows());
    }
    used.add(inside);
    int each = Math.max(1, times);
    return new Piece(
        () -> type.longest(cells, place),
        (values, index, text) -> {
          // What a peer calls a device of the run may be none of its devices.
          long number =
              perDevice
                  ? Math.floorMod(values.user(), feeder.devices())
                  : (long) values.row() * each + index;
          int row = feeder.choice().applyAsInt(number);
          if (row < 0) {
            throw MissingValueException.exhausted(data);
          }
          text.append(type.encoded(cells.cell(row), place));
        });
  }

  private static TemplateException unknown(String name, Collection<String> names) {
    return new TemplateException(
        "unknown placeholder {{%s}}: %s".formatted(FaultText.of(name), known(name, names)));
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
