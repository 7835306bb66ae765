// SPDX-License-Identifier: EPL-2.0
/** Several runs of one profile: what they say together. Stands behind the results of these runs. */
package io.fleetload.analysis.repeat;
