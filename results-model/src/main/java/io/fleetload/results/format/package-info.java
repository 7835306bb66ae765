/** Parts that every file of a run has in common: required parts, versions, exit codes. */
package io.fleetload.results.format;
