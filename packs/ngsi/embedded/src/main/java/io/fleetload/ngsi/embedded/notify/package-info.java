// SPDX-License-Identifier: EPL-2.0
/** Subscriptions and their notifications. */
package io.fleetload.ngsi.embedded.notify;
