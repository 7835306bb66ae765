/** What the simulator reported, held against what was done to it. */
package io.fleetload.calibration.check;
