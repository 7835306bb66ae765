// SPDX-License-Identifier: EPL-2.0
/** Receives the notifications of a broker, and makes the subscriptions that they come from. */
package io.fleetload.ngsi.notify;
