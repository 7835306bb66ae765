// SPDX-License-Identifier: EPL-2.0
/** What became of a run's notifications, by the names of subscriptions and entities. */
package io.fleetload.ngsi.ledger;
