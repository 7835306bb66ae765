// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.registry;

import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.json.JsonObject;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.bson.Document;
import org.eclipse.hono.client.ServerErrorException;
import org.eclipse.hono.client.ServiceInvocationException;

/**
 * Finds in the registry's collections, on its own few threads; a future completes on the context
 * that asked.
 *
 * <p>Filters are plain documents of equalities: mongo-java-server uses an index for nothing else
 * and would scan the whole collection for {@code $and} or {@code $elemMatch}.
 */
final class Lookups {

  private final WorkerExecutor threads;
  private final Documents documents;

  Lookups(WorkerExecutor threads, Documents documents) {
    this.threads = threads;
    this.documents = documents;
  }

  /** A source of documents. */
  interface Documents {
    Iterable<Document> find(String collection, Document filter);
  }

  /** Reads the documents found and makes an answer of them, still on the lookup's thread. */
  interface LookupReader<T> {
    T of(List<JsonObject> documents);
  }

  /**
   * The reading of all documents that match.
   *
   * @return a failed future with a {@link ServiceInvocationException}: the reading's own, or a 500
   *     where the database or a malformed document is to blame
   */
  <T> Future<T> find(String collection, Document filter, LookupReader<T> reading) {
    Callable<T> lookup = () -> reading.of(found(collection, filter));
    return threads.executeBlocking(lookup, false).recover(Lookups::asServiceFailure);
  }

  private List<JsonObject> found(String collection, Document filter) {
    List<JsonObject> found = new ArrayList<>();
    // A BSON date or binary becomes an object here, which Hono's classes refuse as its registry
    // does.
    for (Document document : documents.find(collection, filter)) {
      document.remove("_id");
      found.add(new JsonObject(document.toJson()));
    }
    return found;
  }

  private static <T> Future<T> asServiceFailure(Throwable thrown) {
    return Future.failedFuture(
        thrown instanceof ServiceInvocationException
            ? thrown
            : new ServerErrorException(HttpURLConnection.HTTP_INTERNAL_ERROR, thrown));
  }
}
