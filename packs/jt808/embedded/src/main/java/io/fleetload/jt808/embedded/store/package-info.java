// SPDX-License-Identifier: EPL-2.0
/**
 * The saver of go-jt808's storage test: what comes over NATS goes through a bounded queue into a
 * store.
 */
package io.fleetload.jt808.embedded.store;
