// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry.document;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.bson.Document;
import org.bson.types.ObjectId;

/**
 * The part that every document of the registry carries beside its content: {@code _id}, {@code
 * tenant-id}, {@code version}, {@code created}, {@code updatedOn}. The types are as strict as the
 * registry: a BSON date or an ObjectId, natural as they would be in MongoDB, break its reading.
 */
public final class Envelope {
  public static final String ID = "_id";
  public static final String TENANT_ID = "tenant-id";

  static final String VERSION = "version";
  public static final String CREATED = "created";
  static final String UPDATED = "updatedOn";

  /** The pattern that Hono reads and writes; no fractions of a second. */
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssX").withZone(ZoneOffset.UTC);

  private final String tenant;
  private final Clock clock;

  /** Of a tenant's documents. */
  public Envelope(String tenant, Clock clock) {
    this.tenant = tenant;
    this.clock = clock;
  }

  public String tenant() {
    return tenant;
  }

  /** A new document. */
  public Document fresh(Consumer<Document> content) {
    Document document = new Document();
    complete(document);
    content.accept(document);
    return document;
  }

  /** Returns whether a document has to be corrected. */
  public boolean differs(Document found, Consumer<Document> content) {
    return !wanted(found, content).equals(found);
  }

  /**
   * A document as it has to be, or nothing where it is so already. It keeps its {@code _id} and its
   * {@code created} unless the registry cannot read them.
   */
  public Optional<Document> corrected(Document found, Consumer<Document> content) {
    Document wanted = wanted(found, content);
    if (wanted.equals(found)) {
      return Optional.empty();
    }
    wanted.put(VERSION, UUID.randomUUID().toString());
    wanted.put(UPDATED, now());
    return Optional.of(wanted);
  }

  /** Returns whether the registry can read what a document carries beside its content. */
  public boolean readable(Document found) {
    return isId(found.get(ID))
        && isText(found.get(VERSION))
        && isTime(found.get(CREATED))
        && (!found.containsKey(UPDATED) || isTime(found.get(UPDATED)));
  }

  private Document wanted(Document found, Consumer<Document> content) {
    Document wanted = new Document(found);
    complete(wanted);
    content.accept(wanted);
    return wanted;
  }

  private void complete(Document document) {
    if (!isId(document.get(ID))) {
      document.put(ID, new ObjectId().toHexString());
    }
    document.put(TENANT_ID, tenant);
    if (!isText(document.get(VERSION))) {
      document.put(VERSION, UUID.randomUUID().toString());
    }
    if (!isTime(document.get(CREATED))) {
      document.put(CREATED, now());
    }
    if (document.containsKey(UPDATED) && !isTime(document.get(UPDATED))) {
      document.put(UPDATED, now());
    }
  }

  private String now() {
    return text(Instant.now(clock));
  }

  /** A time as Hono writes it. */
  public static String text(Instant time) {
    return TIME.format(time);
  }

  static boolean isId(Object value) {
    return value instanceof String text && ObjectId.isValid(text);
  }

  static boolean isText(Object value) {
    return value instanceof String text && !text.isBlank();
  }

  static boolean isTime(Object value) {
    if (!(value instanceof String text)) {
      return false;
    }
    try {
      TIME.parse(text);
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }
}
