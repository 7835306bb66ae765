// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import io.fleetload.flow.FlowSpec;
import io.fleetload.process.UsageException;
import io.fleetload.stamp.AsciiText;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The body of a device's messages as the user wrote it, blank for blank, with its placeholders
 * filled in. It has one stamp, by which the backend knows the message; and it is a function of
 * device and stamp, so that the backend can make it again. Not thread-safe.
 */
public final class StampedBody implements FlowSpec.Body {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{[^{}]*}}");

  private final Template template;
  private final AsciiText text = new AsciiText();

  private StampedBody(Template template) {
    this.template = template;
  }

  /**
   * The body of a text.
   *
   * @param key the key of the profile that has it
   * @param known names of the flow's messages, {@link KnownNames#ofDevices}
   * @throws UsageException with one line that begins with the key if no run could send it
   */
  public static StampedBody of(String key, String text, KnownNames known) throws UsageException {
    try {
      return new StampedBody(template(text, known));
    } catch (TemplateException e) {
      throw e.at(key);
    }
  }

  /** The template of a text that has one stamp. */
  static Template template(String text, KnownNames known) throws TemplateException {
    Place place = isJson(text) ? BodyPlace.WRITTEN_JSON : BodyPlace.TEXT;
    Placeholders placeholders = new Placeholders(known, "body", 0);
    Pieces pieces = new Pieces();
    int from = 0;
    int stamps = 0;
    boolean goesOn = false;
    boolean inQuotes = false;
    Matcher found = PLACEHOLDER.matcher(text);
    while (found.find()) {
      String before = text.substring(from, found.start());
      inQuotes = isInQuotesAfter(before, inQuotes);
      pieces.add(place.written(before));
      pieces.add(
          placeholders.one(
              found.group(),
              inQuotes && place == BodyPlace.WRITTEN_JSON ? BodyPlace.JSON_TEXT : place));
      from = found.end();
      if (placeholders.stamps() > stamps) {
        stamps++;
        // The one who looks for the stamp has to see its end.
        goesOn |= from < text.length() && text.charAt(from) > ' ' && text.charAt(from) != '"';
      }
    }
    pieces.add(place.written(text.substring(from)));
    if (stamps != 1) {
      throw new TemplateException("needs one {{stamp}}, by which the backend knows the message");
    }
    if (goesOn) {
      throw new TemplateException("needs a quote or a blank after {{stamp}}, or its end");
    }
    if (placeholders.rows().isPresent()) {
      throw new TemplateException(
          "takes each row of its data once, which a flow of devices cannot; order: circular or"
              + " random, or per: device");
    }
    Piece whole = pieces.sequence();
    return new Template(whole, whole, placeholders);
  }

  private static boolean isInQuotesAfter(String text, boolean before) {
    boolean inQuotes = before;
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (inQuotes && each == '\\') {
        i++;
      } else if (each == '"') {
        inQuotes = !inQuotes;
      }
    }
    return inQuotes;
  }

  /** Tells whether a body is JSON, by its first character, unless a placeholder begins there. */
  public static boolean isJson(String text) {
    String body = text.stripLeading();
    return body.startsWith("[") || (body.startsWith("{") && !body.startsWith("{{"));
  }

  /** The most bytes of a message, if its device has a name of at most 64 bytes. */
  public int largest() {
    return template.largest();
  }

  @Override
  public byte[] of(String device, Stamp stamp) {
    text.clear();
    try {
      template.render(new OfStamp(device, stamp), text);
    } catch (MissingValueException e) {
      throw new IllegalStateException(e);
    }
    return text.toBytes();
  }

  /** The values of a message that is known by its device and stamp alone. */
  private record OfStamp(String device, Stamp stamp) implements Values {
    @Override
    public int user() {
      return stamp.device();
    }

    @Override
    public int iteration() {
      return stamp.n();
    }

    @Override
    public int n() {
      return stamp.n();
    }

    @Override
    public RunId run() {
      return stamp.run();
    }

    @Override
    public String own(String name) {
      return device;
    }

    @Override
    public long epochMillis() {
      return TimeUnit.NANOSECONDS.toMillis(stamp.sent());
    }
  }
}
