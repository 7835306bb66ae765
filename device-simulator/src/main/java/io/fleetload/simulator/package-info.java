/** The device simulator's edge: its command line, and the wiring of one run. */
package io.fleetload.simulator;
