// SPDX-License-Identifier: EPL-2.0
/**
 * The users' side of a broker: HTTP connections on one thread, the requests of the flows on them,
 * and what their answers must be.
 */
package io.fleetload.ngsi.http;
