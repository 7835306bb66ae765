// SPDX-License-Identifier: EPL-2.0
/**
 * The one thread of a driver as an event loop of Netty. Where a library on Netty speaks the
 * protocol of a pack, the pack has the library work on this loop, so that no message changes
 * threads.
 */
package io.fleetload.wire.netty;
