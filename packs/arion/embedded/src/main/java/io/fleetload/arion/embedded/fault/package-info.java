// SPDX-License-Identifier: EPL-2.0
/** The faults that the server has on request. */
package io.fleetload.arion.embedded.fault;
