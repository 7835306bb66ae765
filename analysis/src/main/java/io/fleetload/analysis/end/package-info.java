/** The end of a run: its books become a verdict and the files that a reader opens. */
package io.fleetload.analysis.end;
