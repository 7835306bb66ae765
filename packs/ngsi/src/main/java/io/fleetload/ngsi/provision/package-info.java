// SPDX-License-Identifier: EPL-2.0
/** Sends the requests of a profile's set-up, waits until the broker has it all, and removes it. */
package io.fleetload.ngsi.provision;
