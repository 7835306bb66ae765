// SPDX-License-Identifier: EPL-2.0
/** What the server does wrong when it is asked to. */
package io.fleetload.arion.embedded.fault;
