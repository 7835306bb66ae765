/**
 * The data grid: where the command router notes which adapter instance a device waits at. Reached
 * over HotRod as in a real installation, though server and client share the JVM.
 */
package io.fleetload.hono.embedded.grid;
