/**
 * Holds runs against each other: whether they can be compared, what is worse, better or alike by
 * the noise of the runs, what the profiles changed. Reads results and the flat summaries of the
 * published load test, and says what those hide.
 */
package io.fleetload.analysis.compare;
