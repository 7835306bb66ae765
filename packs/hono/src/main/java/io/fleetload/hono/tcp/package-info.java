/** What the devices have in common that speak a protocol over TCP. */
package io.fleetload.hono.tcp;
