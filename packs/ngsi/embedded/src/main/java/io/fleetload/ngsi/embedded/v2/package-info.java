// SPDX-License-Identifier: EPL-2.0
/** NGSI-v2 over HTTP. */
package io.fleetload.ngsi.embedded.v2;
