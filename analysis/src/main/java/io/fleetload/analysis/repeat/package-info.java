// SPDX-License-Identifier: EPL-2.0
/**
 * Summary of several runs of one profile, made from the results of these runs: of the same run made
 * several times, or of runs over the values of a key.
 */
package io.fleetload.analysis.repeat;
