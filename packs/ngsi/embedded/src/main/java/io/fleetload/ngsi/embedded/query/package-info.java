// SPDX-License-Identifier: EPL-2.0
/** The query language of both NGSI versions. */
package io.fleetload.ngsi.embedded.query;
