package io.fleetload.provisioning.registry;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.WriteModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.bson.Document;

/** Writes what a survey found missing or wrong, in batches. */
public final class FleetWriter {
  private static final int SAY_EVERY = 50_000;

  private final FleetSurvey survey;
  private final Envelope envelope;
  private final BooleanSupplier stopped;
  private final Consumer<String> say;

  /**
   * A writer.
   *
   * @param survey what stands there
   * @param stopped asked between batches
   * @param say told now and then how far it is
   */
  public FleetWriter(
      FleetSurvey survey, Envelope envelope, BooleanSupplier stopped, Consumer<String> say) {
    this.survey = survey;
    this.envelope = envelope;
    this.stopped = stopped;
    this.say = say;
  }

  /** Writes one collection; when stopped, the tally says how far it came. */
  public Tally write(MongoCollection<Document> collection, FleetSurvey.Part part) {
    Batches batches = new Batches(collection);
    create(part, batches);
    int created = batches.flush();
    int updated = 0;
    if (!part.wrong().isEmpty() && !stopped.getAsBoolean()) {
      correct(collection, part, batches);
      updated = batches.flush() - created;
    }
    int unchanged = part.found().cardinality() - part.wrong().cardinality();
    return new Tally(created, updated, unchanged);
  }

  private void create(FleetSurvey.Part part, Batches batches) {
    DeviceNames names = survey.names();
    for (int i = part.found().nextClearBit(0);
        i < names.count() && !batches.stopped();
        i = part.found().nextClearBit(i + 1)) {
      String name = names.name(i);
      batches.add(
          new InsertOneModel<>(envelope.fresh(document -> part.form().write(document, name))));
    }
  }

  private void correct(
      MongoCollection<Document> collection, FleetSurvey.Part part, Batches batches) {
    for (Document found : survey.documents(collection, FleetDocument.DEVICE_ID)) {
      if (batches.stopped()) {
        return;
      }
      int index = survey.indexOf(found);
      if (index < 0 || !part.wrong().get(index)) {
        continue;
      }
      String name = survey.names().name(index);
      Optional<Document> corrected =
          envelope.corrected(found, document -> part.form().write(document, name));
      corrected.ifPresent(document -> batches.add(replacement(collection, found, document)));
    }
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

  /** Collects writes and sends them by the thousand. */
  private final class Batches {
    private final MongoCollection<Document> collection;
    private final List<WriteModel<Document>> waiting = new ArrayList<>();
    private int written;
    private boolean stop;

    Batches(MongoCollection<Document> collection) {
      this.collection = collection;
    }

    void add(WriteModel<Document> write) {
      waiting.add(write);
      if (waiting.size() == FleetSurvey.BATCH) {
        flush();
        stop = stopped.getAsBoolean();
        if (written % SAY_EVERY == 0) {
          say.accept(collection.getNamespace().getCollectionName() + ": " + written + " written");
        }
      }
    }

    boolean stopped() {
      return stop;
    }

    /** Sends what waits; returns how many were written in all. */
    int flush() {
      if (!waiting.isEmpty()) {
        collection.bulkWrite(waiting, new BulkWriteOptions().ordered(false));
        written += waiting.size();
        waiting.clear();
      }
      return written;
    }
  }
}
