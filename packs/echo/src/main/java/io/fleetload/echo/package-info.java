// SPDX-License-Identifier: EPL-2.0
/**
 * The smallest pack: a server that sends back what it is sent, and its devices. It is the example
 * of docs/tutorial/write-a-pack.md, and what the engine's own tests run against.
 */
package io.fleetload.echo;
