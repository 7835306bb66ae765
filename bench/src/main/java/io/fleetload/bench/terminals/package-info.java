// SPDX-License-Identifier: EPL-2.0
/**
 * Other ways of being many vehicle terminals: Vert.x' NetClient with the pack's codec, and the
 * client of go-jt808.
 */
package io.fleetload.bench.terminals;
