// SPDX-License-Identifier: EPL-2.0
/**
 * Beside the line: archives of the classes that the programs of a run load, from which the next run
 * starts them sooner.
 */
package io.fleetload.campaign.archive;
