// SPDX-License-Identifier: EPL-2.0
/**
 * Off the line from profile to result: archives of the classes that the programs of a run load.
 * Runs start the programs from them, and so sooner.
 */
package io.fleetload.campaign.archive;
