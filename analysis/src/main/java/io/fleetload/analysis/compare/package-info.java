/**
 * Holds runs against each other: medians and their spread, what is worse beyond a bound, what the
 * profiles changed. Reads results and the flat summaries of the published load test, and says what
 * those hide.
 */
package io.fleetload.analysis.compare;
