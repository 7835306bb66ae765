// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import io.fleetload.stamp.AsciiText;
import java.util.OptionalInt;
import java.util.Set;

/** A text with placeholders {@code {{…}}}, read once and filled in for each message. */
public final class Template {
  private final Piece whole;
  private final Piece item;
  private final Set<String> used;
  private final OptionalInt rows;

  Template(Piece whole, Piece item, Placeholders placeholders) {
    this.whole = whole;
    this.item = item;
    this.used = placeholders.used();
    this.rows = placeholders.rows();
  }

  /**
   * A body of JSON with placeholders in its strings: a string that is one placeholder becomes the
   * value itself, a number for example; among other characters it becomes text.
   *
   * @throws TemplateException with one line if it is no JSON, or a placeholder is not known
   */
  public static Template json(String text, KnownNames known) throws TemplateException {
    return batch(text, 0, known);
  }

  /**
   * A body of several items, each with an {@code {{index}}} of its own. They are those of an array;
   * or, if an array in the body begins with {@code "{{repeat}}"}, what follows there is repeated in
   * it.
   *
   * @param times how many; 0 for a body without items
   * @throws TemplateException with one line if it is no JSON, or a placeholder is not known
   */
  public static Template batch(String text, int times, KnownNames known) throws TemplateException {
    Placeholders placeholders = new Placeholders(known, "body", times);
    JsonBody body = new JsonBody(placeholders, times);
    Piece whole = body.read(text);
    return new Template(whole, body.item(), placeholders);
  }

  /**
   * A text at a place of the pack, such as a header.
   *
   * @param part names the place; two places draw different values
   * @throws TemplateException with one line if a placeholder is not known
   */
  public static Template text(String part, String text, Place place, KnownNames known)
      throws TemplateException {
    return text(part, text, place, place, known);
  }

  /**
   * A text at a place of the pack, which begins with a placeholder that has another place.
   *
   * @param first the place of a placeholder at the very beginning
   * @throws TemplateException with one line if a placeholder is not known
   */
  public static Template text(String part, String text, Place first, Place place, KnownNames known)
      throws TemplateException {
    Placeholders placeholders = new Placeholders(known, part, 0);
    Pieces pieces = new Pieces();
    placeholders.text(text, first, place, pieces);
    Piece whole = pieces.sequence();
    return new Template(whole, whole, placeholders);
  }

  /**
   * Appends what it says for a message, in UTF-8.
   *
   * @throws MissingValueException if the message lacks a value; what was appended is then no
   *     message
   */
  public void render(Values values, AsciiText text) throws MissingValueException {
    whole.append(values, 0, text);
  }

  /**
   * Returns the text for a message.
   *
   * @throws MissingValueException if the message lacks a value
   */
  public String rendered(Values values) throws MissingValueException {
    AsciiText text = new AsciiText();
    render(values, text);
    return text.toString();
  }

  /**
   * One item of a batch in UTF-8, without what is around it; the whole if there is no batch.
   *
   * @throws MissingValueException if the message lacks a value
   */
  public byte[] rendered(Values values, int index) throws MissingValueException {
    AsciiText text = new AsciiText();
    item.append(values, index, text);
    return text.toBytes();
  }

  /** The most bytes of a message; a text of the pack counts as {@link Placeholders#OWN_BYTES}. */
  public int largest() {
    return whole.most().getAsInt();
  }

  /** Tells whether it has a placeholder of that name, such as {@code stamp}. */
  public boolean uses(String name) {
    return used.contains(name);
  }

  /** The number of messages that its shortest file of data is enough for; empty for any number. */
  public OptionalInt lasts() {
    return rows;
  }
}
