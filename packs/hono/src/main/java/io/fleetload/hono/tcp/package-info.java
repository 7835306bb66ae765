/** Sessions of the devices that speak a protocol over TCP, whichever it is. */
package io.fleetload.hono.tcp;
