/** The peer: one endpoint and one connector a device, with Californium's benchmark settings. */
package io.fleetload.bench.peer;
