/** The calibration's CoAP server: takes the place of Hono's adapter, and obeys a script. */
package io.fleetload.calibration.coap;
