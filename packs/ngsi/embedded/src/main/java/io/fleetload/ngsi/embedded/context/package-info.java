// SPDX-License-Identifier: EPL-2.0
/** Short names and the IRIs that a JSON-LD context gives them. */
package io.fleetload.ngsi.embedded.context;
