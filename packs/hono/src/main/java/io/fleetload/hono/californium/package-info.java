/** Wire: the devices of a fleet on Californium and Scandium, the second driver of this pack. */
package io.fleetload.hono.californium;
