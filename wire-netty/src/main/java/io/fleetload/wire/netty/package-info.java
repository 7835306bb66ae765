// SPDX-License-Identifier: EPL-2.0
/**
 * The one thread of a driver as an event loop of Netty. A pack whose protocol is spoken by a
 * library on Netty has the library work on this loop, so that no message changes threads.
 */
package io.fleetload.wire.netty;
