// SPDX-License-Identifier: EPL-2.0
/** The campaign of vehicle terminals that speak JT/T 808. */
package io.fleetload.jt808;
