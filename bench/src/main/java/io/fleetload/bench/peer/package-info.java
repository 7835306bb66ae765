/**
 * The peer: Californium with one endpoint and one connector a device and its benchmark's settings.
 */
package io.fleetload.bench.peer;
