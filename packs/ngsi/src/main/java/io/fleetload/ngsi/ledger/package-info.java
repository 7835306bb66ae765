// SPDX-License-Identifier: EPL-2.0
/** Notifications of a run after its end, by the names of subscriptions and entities. */
package io.fleetload.ngsi.ledger;
