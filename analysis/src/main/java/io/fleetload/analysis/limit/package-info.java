/**
 * What a search for the limit of a target says: its probes, the highest rate that held, the curve
 * of rate against response times and its knee. Made of the results of many runs; last place on the
 * data path.
 */
package io.fleetload.analysis.limit;
