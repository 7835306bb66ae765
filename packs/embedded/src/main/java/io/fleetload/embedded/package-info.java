// SPDX-License-Identifier: EPL-2.0
/**
 * The parts that the packs' embedded servers share: the start, the address, the figures and the
 * end. This package uses no code of the simulators, as they use none of it.
 */
package io.fleetload.embedded;
