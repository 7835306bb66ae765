// SPDX-License-Identifier: EPL-2.0
/** Summary of several runs of one profile, made from the results of these runs. */
package io.fleetload.analysis.repeat;
