// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.registry;

import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.h2.H2Database;
import java.util.List;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/**
 * mongo-java-server's documents in a file, with indexes that compare their keys as what they are. A
 * file with indexes in MVStore's own order keeps that order.
 */
final class DocumentsOnDisk extends H2Backend {
  /** Mark in the file that its indexes are in the order of {@link IndexKeyType}. */
  private static final String MARK = "fleetload.index-key-order";

  private DocumentsOnDisk(MVStore file) {
    super(file);
  }

  static DocumentsOnDisk in(String path) {
    MVStore file = MVStore.open(path);
    if (file.getMapNames().isEmpty()) {
      file.openMap(MARK);
    }
    return new DocumentsOnDisk(file);
  }

  /** Called by the constructor above as well: nothing of this class is set yet. */
  @Override
  protected MongoDatabase openOrCreateDatabase(String name) {
    MVStore file = getMvStore();
    return file.hasMap(MARK) ? new Database(name) : super.openOrCreateDatabase(name);
  }

  private final class Database extends H2Database {
    Database(String name) {
      super(name, getMvStore(), getCursorRegistry());
    }

    /** Called by the constructor above as well, for the indexes that the file has. */
    @Override
    protected Index<Object> openOrCreateUniqueIndex(
        String collection, String index, List<IndexKey> keys, boolean sparse) {
      // MVStore hands out a map that is open already, whatever type it is asked for next.
      getMvStore()
          .openMap(
              getFullCollectionNamespace(collection) + "._index_" + index,
              new MVMap.Builder<Object, Object>().keyType(new IndexKeyType()));
      return super.openOrCreateUniqueIndex(collection, index, keys, sparse);
    }
  }
}
