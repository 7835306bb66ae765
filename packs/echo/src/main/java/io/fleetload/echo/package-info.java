// SPDX-License-Identifier: EPL-2.0
/** The example of docs/tutorial/write-a-pack.md, and what the engine's own tests run against. */
package io.fleetload.echo;
