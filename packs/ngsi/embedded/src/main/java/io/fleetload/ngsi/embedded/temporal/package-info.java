// SPDX-License-Identifier: EPL-2.0
/** The history of entities. */
package io.fleetload.ngsi.embedded.temporal;
