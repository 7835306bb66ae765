/** What the calibration's server does with each message, decided before any is sent. */
package io.fleetload.calibration.script;
