/**
 * The proof of the device simulator: a server that does known things to its messages, and the
 * comparison of the simulator's report with these deeds. The server takes the place of the system
 * under test.
 */
package io.fleetload.calibration;
