// SPDX-License-Identifier: EPL-2.0
/**
 * What the packs' embedded servers share: how one starts, says where it is, shows its figures and
 * ends. It uses no code of the simulators, as they use none.
 */
package io.fleetload.embedded;
