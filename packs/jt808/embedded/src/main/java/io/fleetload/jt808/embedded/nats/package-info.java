// SPDX-License-Identifier: EPL-2.0
/**
 * The source of NATS: a nats-server that is started or given, or a small NATS server in this JVM.
 */
package io.fleetload.jt808.embedded.nats;
