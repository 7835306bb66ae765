/** Contents of the messages, with the stamp in them. Knows no protocol of the wire. */
package io.fleetload.hono.payload;
