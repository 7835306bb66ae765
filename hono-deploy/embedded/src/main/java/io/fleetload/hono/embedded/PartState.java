// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded;

/** Where a part stands, as the readiness page says it. */
enum PartState {
  WAITING,
  STARTING,
  UP,
  DOWN
}
