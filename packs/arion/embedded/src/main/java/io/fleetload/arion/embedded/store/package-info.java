// SPDX-License-Identifier: EPL-2.0
/** The rules: in a Hazelcast map, and beside it for readers and watchers in this JVM. */
package io.fleetload.arion.embedded.store;
