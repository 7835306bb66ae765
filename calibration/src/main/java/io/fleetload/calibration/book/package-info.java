/** The deeds of the calibration's server, as it saw them on its own clock. */
package io.fleetload.calibration.book;
