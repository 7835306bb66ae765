// SPDX-License-Identifier: EPL-2.0
/** What the broker does wrong when it is asked to. */
package io.fleetload.ngsi.embedded.fault;
