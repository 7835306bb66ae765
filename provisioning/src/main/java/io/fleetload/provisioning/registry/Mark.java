package io.fleetload.provisioning.registry;

import org.bson.Document;

/** The mark of what we wrote, in the {@code ext} that Hono leaves to its users. */
final class Mark {
  private static final String EXT = "ext";
  private static final String KEY = "provisioned-by";
  private static final String VALUE = "fleetload";

  private Mark() {}

  /** Whether we wrote a document. */
  static boolean isOn(Document document, String part) {
    return copy(copy(document.get(part)).get(EXT)).get(KEY) instanceof String text
        && text.equals(VALUE);
  }

  /** A part's {@code ext} with the mark. */
  static Document ext(Document part) {
    return copy(part.get(EXT)).append(KEY, VALUE);
  }

  /** A copy of a part of a document; an empty one where there is none or something else. */
  static Document copy(Object part) {
    return part instanceof Document document ? new Document(document) : new Document();
  }
}
