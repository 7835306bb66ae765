// SPDX-License-Identifier: EPL-2.0
/** The data that belong to one tenant. */
package io.fleetload.ngsi.embedded.tenant;
