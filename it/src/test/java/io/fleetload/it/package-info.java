// SPDX-License-Identifier: EPL-2.0
/** The product as its users start it, in processes, against the real parts. */
package io.fleetload.it;
