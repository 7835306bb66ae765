/**
 * The peers: Californium with one endpoint and one connector a device and its benchmark's settings;
 * and programs of libraries in other languages.
 */
package io.fleetload.bench.peer;
