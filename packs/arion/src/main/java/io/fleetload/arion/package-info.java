// SPDX-License-Identifier: EPL-2.0
/** The campaign of clients that read, write and watch the neighbor rules of an Arion master. */
package io.fleetload.arion;
