/** HTTP/1.1 over the connections of a loop, one request at a time. */
package io.fleetload.wire.http;
