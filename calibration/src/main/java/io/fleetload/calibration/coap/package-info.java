/** The calibration's CoAP server: stands where Hono's adapter would, and obeys a script. */
package io.fleetload.calibration.coap;
