// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.WriteModel;
import io.fleetload.hono.registry.document.Envelope;
import io.fleetload.hono.registry.document.FleetDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.bson.Document;

/** Writes what a survey found missing or wrong, in batches, several at once. */
public final class FleetWriter {
  private final FleetSurvey survey;
  private final Envelope envelope;
  private final BooleanSupplier stopped;
  private final Progress progress;
  private final int writers;

  /**
   * A writer.
   *
   * @param survey what the registry has
   * @param stopped asked between batches
   * @param writers how many batches are under way at once
   */
  public FleetWriter(
      FleetSurvey survey,
      Envelope envelope,
      BooleanSupplier stopped,
      Progress progress,
      int writers) {
    this.survey = survey;
    this.envelope = envelope;
    this.stopped = stopped;
    this.progress = progress;
    this.writers = writers;
  }

  /**
   * Writes one collection; when stopped, the tally says how far it came.
   *
   * @param what how its documents are called
   * @param tally where it counts, also when it fails
   */
  public void write(
      String what, MongoCollection<Document> collection, FleetSurvey.Part part, Tally tally) {
    tally.unchanged(part.found().cardinality() - part.wrong().cardinality());
    int missing = part.missing(survey.names().count());
    if (missing > 0) {
      try (BulkWrites writes =
          new BulkWrites(
              collection, writers, counting(what + " created", missing, tally::created))) {
        create(part, writes);
        writes.finish();
      }
    }
    int wrong = part.wrong().cardinality();
    if (wrong > 0 && !stopped.getAsBoolean()) {
      try (BulkWrites writes =
          new BulkWrites(collection, writers, counting(what + " updated", wrong, tally::updated))) {
        correct(collection, part, writes);
        writes.finish();
      }
    }
  }

  private IntConsumer counting(String what, int of, IntConsumer tally) {
    return progress.begin(what, of).andThen(tally);
  }

  private void create(FleetSurvey.Part part, BulkWrites writes) {
    int next = part.found().nextClearBit(0);
    while (next < survey.names().count() && !writes.failed() && !stopped.getAsBoolean()) {
      int[] indexes = new int[FleetSurvey.BATCH];
      int size = 0;
      while (size < indexes.length && next < survey.names().count()) {
        indexes[size++] = next;
        next = part.found().nextClearBit(next + 1);
      }
      int taken = size;
      writes.send(() -> inserts(part, indexes, taken));
    }
  }

  private List<WriteModel<Document>> inserts(FleetSurvey.Part part, int[] indexes, int size) {
    List<WriteModel<Document>> inserts = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      String name = survey.names().name(indexes[i]);
      inserts.add(
          new InsertOneModel<>(envelope.fresh(document -> part.form().write(document, name))));
    }
    return inserts;
  }

  private void correct(
      MongoCollection<Document> collection, FleetSurvey.Part part, BulkWrites writes) {
    List<WriteModel<Document>> batch = new ArrayList<>();
    for (Document found : survey.documents(collection, FleetDocument.DEVICE_ID)) {
      int index = survey.indexOf(found);
      if (index < 0 || !part.wrong().get(index)) {
        continue;
      }
      String name = survey.names().name(index);
      Optional<Document> corrected =
          envelope.corrected(found, document -> part.form().write(document, name));
      if (corrected.isPresent()) {
        batch.add(replacement(collection, found, corrected.get()));
      }
      if (batch.size() == FleetSurvey.BATCH) {
        List<WriteModel<Document>> full = batch;
        writes.send(() -> full);
        batch = new ArrayList<>();
        if (writes.failed() || stopped.getAsBoolean()) {
          return;
        }
      }
    }
    List<WriteModel<Document>> rest = batch;
    writes.send(() -> rest);
  }

  private static WriteModel<Document> replacement(
      MongoCollection<Document> collection, Document found, Document corrected) {
    Object id = found.get(Envelope.ID);
    if (id.equals(corrected.get(Envelope.ID))) {
      return new ReplaceOneModel<>(Filters.eq(Envelope.ID, id), corrected);
    }
    // MongoDB never changes an _id. The old one has to go first, for the unique indexes; if this
    // is killed in between, the next time finds the device missing and creates it.
    collection.deleteOne(Filters.eq(Envelope.ID, id));
    return new InsertOneModel<>(corrected);
  }
}
