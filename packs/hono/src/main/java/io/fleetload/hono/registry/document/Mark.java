// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry.document;

import java.util.Map;
import org.bson.Document;

/** The mark of what we wrote, in the {@code ext} that Hono leaves to its users. */
public final class Mark {
  private static final String EXT = "ext";
  private static final String KEY = "provisioned-by";
  private static final String VALUE = "fleetload";

  private Mark() {}

  /** Returns whether we wrote a document. */
  public static boolean isOn(Document document, String part) {
    return isIn(copy(document.get(part)));
  }

  /** Returns whether a part of a document carries it. */
  static boolean isIn(Document part) {
    return copy(part.get(EXT)).get(KEY) instanceof String text && text.equals(VALUE);
  }

  /** A part's {@code ext} with the mark. */
  public static Document ext(Document part) {
    return ext(part, Map.of());
  }

  /** A part's {@code ext} with the mark and more; nothing in it can take the mark's place. */
  public static Document ext(Document part, Map<String, String> more) {
    Document ext = copy(part.get(EXT));
    ext.putAll(more);
    return ext.append(KEY, VALUE);
  }

  /** A copy of a part of a document; an empty one if it is missing or something else. */
  public static Document copy(Object part) {
    return part instanceof Document document ? new Document(document) : new Document();
  }
}
