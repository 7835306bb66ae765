// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.WriteModel;
import io.fleetload.hono.registry.document.Envelope;
import io.fleetload.hono.registry.document.FleetDocument;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.bson.Document;

/** Removes a fleet that a survey found. */
public final class FleetRemoval {
  private final FleetSurvey survey;
  private final String tenant;
  private final BitSet chosen;
  private final BooleanSupplier stopped;
  private final Progress progress;
  private final int writers;

  /**
   * A removal.
   *
   * @param force whether to remove what we did not write as well
   * @param stopped asked between batches
   */
  public FleetRemoval(
      FleetSurvey survey,
      String tenant,
      boolean force,
      BooleanSupplier stopped,
      Progress progress,
      int writers) {
    this.survey = survey;
    this.tenant = tenant;
    this.stopped = stopped;
    this.progress = progress;
    this.writers = writers;
    this.chosen = (BitSet) survey.ours().clone();
    if (force) {
      chosen.or(survey.foreign());
    }
  }

  /**
   * Removes documents; to be called for the credentials first, for registrations carry the mark
   * that says who wrote both.
   *
   * @return how many were removed
   */
  public int remove(String what, MongoCollection<Document> collection, FleetSurvey.Part part) {
    BitSet there = (BitSet) part.found().clone();
    there.and(chosen);
    if (there.isEmpty()) {
      return 0;
    }
    AtomicInteger removed = new AtomicInteger();
    try (BulkWrites writes =
        new BulkWrites(
            collection,
            writers,
            progress.begin(what + " removed", there.cardinality()).andThen(removed::addAndGet))) {
      List<WriteModel<Document>> batch = new ArrayList<>();
      for (int i = there.nextSetBit(0); i >= 0 && !writes.failed(); i = there.nextSetBit(i + 1)) {
        // A plain document of both: mongo-java-server uses its index for nothing else.
        batch.add(
            new DeleteOneModel<>(
                new Document(Envelope.TENANT_ID, tenant)
                    .append(FleetDocument.DEVICE_ID, survey.names().name(i))));
        if (batch.size() == FleetSurvey.BATCH) {
          List<WriteModel<Document>> full = batch;
          writes.send(() -> full);
          batch = new ArrayList<>();
          if (stopped.getAsBoolean()) {
            break;
          }
        }
      }
      List<WriteModel<Document>> rest = batch;
      writes.send(() -> rest);
      writes.finish();
    }
    return removed.get();
  }
}
