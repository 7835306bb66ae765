// SPDX-License-Identifier: EPL-2.0
/**
 * The form of the published "Hono Load Tests with CoAP devices": our runs are written in it, and
 * its runs are read.
 */
package io.fleetload.hono.published;
