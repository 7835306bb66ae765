// SPDX-License-Identifier: EPL-2.0
/** NGSI-LD over HTTP. */
package io.fleetload.ngsi.embedded.ld;
