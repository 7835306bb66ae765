// SPDX-License-Identifier: EPL-2.0
/**
 * A run as others would print it: as Gatling and as k6 do, and in the tables that Stellio
 * published; with what these do not say.
 */
package io.fleetload.ngsi.published;
