// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.registry;

import de.bwaldvogel.mongo.backend.KeyValue;
import org.h2.mvstore.type.ObjectDataType;

/**
 * Keys of an index in MVStore, ordered by their values. MVStore's own type knows nothing of them
 * and serialises both keys for each comparison, of which an insert makes dozens: that was most of
 * what writing a document cost.
 */
final class IndexKeyType extends ObjectDataType {

  @Override
  public int compare(Object one, Object other) {
    if (!(one instanceof KeyValue a && other instanceof KeyValue b)) {
      return super.compare(one, other);
    }
    int order = Integer.compare(a.size(), b.size());
    for (int i = 0; order == 0 && i < a.size(); i++) {
      order =
          a.get(i) instanceof String text && b.get(i) instanceof String another
              ? text.compareTo(another)
              : super.compare(a.get(i), b.get(i));
    }
    return order;
  }
}
