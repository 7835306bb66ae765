// SPDX-License-Identifier: EPL-2.0
/** The faults that the broker has on request. */
package io.fleetload.ngsi.embedded.fault;
