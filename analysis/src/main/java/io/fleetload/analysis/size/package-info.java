/**
 * What to buy: processors, memory and nodes for a load, from the cost of the probes of a search for
 * the limit; last place on the data path.
 */
package io.fleetload.analysis.size;
