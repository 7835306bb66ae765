/** Compares the simulator's report with the server's deeds. */
package io.fleetload.calibration.check;
