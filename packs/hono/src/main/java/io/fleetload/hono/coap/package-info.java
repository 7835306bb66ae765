/** The devices' wire: CoAP over DTLS-PSK, thousands of devices on one connector and one thread. */
package io.fleetload.hono.coap;
