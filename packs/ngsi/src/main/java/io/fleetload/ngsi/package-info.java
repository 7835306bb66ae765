// SPDX-License-Identifier: EPL-2.0
/** The campaigns of users that send requests to a broker of NGSI-LD or NGSI-v2. */
package io.fleetload.ngsi;
