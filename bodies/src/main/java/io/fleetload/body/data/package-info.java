// SPDX-License-Identifier: EPL-2.0
/**
 * Files of rows that bodies take values from, held as bytes. On the line profile → schedule →
 * device → wire → backend → result: read before the schedule begins.
 */
package io.fleetload.body.data;
