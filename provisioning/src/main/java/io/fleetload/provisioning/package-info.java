// SPDX-License-Identifier: EPL-2.0
/** The command line that tells a target of a profile's devices before the run. */
package io.fleetload.provisioning;
