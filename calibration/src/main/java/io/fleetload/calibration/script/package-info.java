/**
 * The instructions for the calibration's server: its treatment of each message, decided before any
 * is sent.
 */
package io.fleetload.calibration.script;
