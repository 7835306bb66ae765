// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.template;

import io.fleetload.ngsi.template.data.MissingValueException;
import io.fleetload.ngsi.template.data.Piece;
import io.fleetload.ngsi.template.data.Place;
import io.fleetload.ngsi.template.data.TemplateException;
import io.fleetload.ngsi.template.data.Values;
import io.fleetload.stamp.AsciiText;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import java.util.Set;

/** A text with placeholders {@code {{…}}}, read once and written for each message. */
public final class Template {
  private final Piece whole;
  private final Piece one;
  private final Set<String> used;
  private final OptionalInt rows;

  private Template(Piece whole, Piece one, Placeholders placeholders) {
    this(whole, one, placeholders.used(), placeholders.rows());
  }

  private Template(Piece whole, Piece one, Set<String> used, OptionalInt rows) {
    this.whole = whole;
    this.one = one;
    this.used = used;
    this.rows = rows;
  }

  /**
   * A body. It is JSON, and placeholders are in its strings: a string that is one placeholder
   * becomes the value itself, a number for example; among other characters it becomes text.
   *
   * @throws TemplateException with one line if it is no JSON, or a placeholder is not known
   */
  public static Template body(String text, Known known) throws TemplateException {
    return batch(text, 0, known);
  }

  /**
   * A body of several renderings, each with an {@code {{index}}} of its own. They are the items of
   * an array; or, where an array in the body begins with {@code "{{repeat}}"}, what follows there
   * is repeated in it.
   *
   * @param times how many
   * @throws TemplateException with one line if it is no JSON, or a placeholder is not known
   */
  public static Template batch(String text, int times, Known known) throws TemplateException {
    Placeholders placeholders = new Placeholders(known, "body", times);
    BodyReader reader = new BodyReader(placeholders, times);
    Piece whole = reader.read(text);
    return new Template(whole, reader.one(), placeholders);
  }

  /**
   * The target of a request. Values of placeholders are percent-encoded. What was written stays as
   * it is, but for characters that cannot be in a request line. A saved value at the very beginning
   * is a URL: its path and query are taken as they are.
   *
   * @throws TemplateException with one line if a placeholder is not known
   */
  public static Template path(String text, Known known) throws TemplateException {
    return text("path", text, Place.PATH, known);
  }

  /**
   * The value of a header.
   *
   * @param name its name
   * @throws TemplateException with one line if a placeholder is not known
   */
  public static Template header(String name, String text, Known known) throws TemplateException {
    return text("header." + name, text, Place.HEADER, known);
  }

  private static Template text(String part, String text, Place place, Known known)
      throws TemplateException {
    Placeholders placeholders = new Placeholders(known, part, 0);
    Pieces pieces = new Pieces();
    placeholders.text(text, place, pieces);
    Piece whole = pieces.sequence();
    return new Template(whole, whole, placeholders);
  }

  /**
   * The same body with an @context in each object that stands for an entity: the body itself, or
   * each of an array of objects. One that has an @context keeps it.
   */
  public Template withContext(String url) {
    byte[] name = "\"@context\":".getBytes(StandardCharsets.US_ASCII);
    byte[] member = new AsciiText().append(name).append(Place.JSON_VALUE.encoded(url)).toBytes();
    return new Template(whole.with(member), one.with(member), used, rows);
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
   * What it says for a message.
   *
   * @throws MissingValueException if the message lacks a value
   */
  public String rendered(Values values) throws MissingValueException {
    AsciiText text = new AsciiText();
    render(values, text);
    return text.toString();
  }

  /**
   * What one rendering of a batch says, in UTF-8, without what is around it; the whole where there
   * is no batch.
   *
   * @throws MissingValueException if the message lacks a value
   */
  public byte[] rendered(Values values, int index) throws MissingValueException {
    AsciiText text = new AsciiText();
    one.append(values, index, text);
    return text.toBytes();
  }

  /** Whether it has a placeholder of that name, such as {@code stamp} or a saved variable. */
  public boolean uses(String name) {
    return used.contains(name);
  }

  /**
   * For how many messages the shortest of its files of data lasts; empty where all last for ever.
   */
  public OptionalInt lasts() {
    return rows;
  }
}
