// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded;

/** The states of a part, as the readiness page shows them. */
enum PartState {
  WAITING,
  STARTING,
  UP,
  DOWN
}
