/**
 * Runs a whole load test: target up, provision, backend, devices, result. It starts the other tools
 * as processes and knows their command lines, not their classes.
 */
package io.fleetload.campaign;
