// SPDX-License-Identifier: EPL-2.0
/**
 * Where NATS comes from: a nats-server that is started or given, or a stand-in for it in this JVM.
 */
package io.fleetload.jt808.embedded.nats;
