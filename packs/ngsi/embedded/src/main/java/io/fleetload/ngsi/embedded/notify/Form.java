// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.notify;

import io.fleetload.ngsi.embedded.entity.Entity;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;

/** How a subscription's notifications look. */
public interface Form {
  Buffer body(Entity entity);

  MultiMap headers();
}
