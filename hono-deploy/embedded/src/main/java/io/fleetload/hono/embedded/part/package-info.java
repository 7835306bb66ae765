/** What all parts of the embedded Hono are: started, ready, stopped, and where they listen. */
package io.fleetload.hono.embedded.part;
