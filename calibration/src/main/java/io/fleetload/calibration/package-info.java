/**
 * The proof of the device simulator: a server that does known things to its messages, and the
 * comparison of what it reports with what was done. Stands where the system under test would.
 */
package io.fleetload.calibration;
