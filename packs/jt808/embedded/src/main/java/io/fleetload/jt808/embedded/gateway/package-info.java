// SPDX-License-Identifier: EPL-2.0
/**
 * The gateway of JT/T 808 terminals: frames, messages, what is answered, and what is published.
 *
 * <p>Sessions and the dispatch of messages are netmc's, the fields of headers and bodies are
 * protostar's, so that the devices' own codec is checked by another. What is answered follows the
 * server of go-jt808. The whole gateway runs on one thread.
 */
package io.fleetload.jt808.embedded.gateway;
