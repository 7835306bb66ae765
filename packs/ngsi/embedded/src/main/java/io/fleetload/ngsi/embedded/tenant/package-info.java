// SPDX-License-Identifier: EPL-2.0
/** What belongs to one tenant. */
package io.fleetload.ngsi.embedded.tenant;
