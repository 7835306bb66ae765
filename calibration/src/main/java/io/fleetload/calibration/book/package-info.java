/** What the calibration's server did, as it saw it on its own clock. */
package io.fleetload.calibration.book;
