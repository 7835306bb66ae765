/**
 * The purchase for a load: processors, memory and nodes, from the cost of the probes of a search
 * for the limit; last place on the data path.
 */
package io.fleetload.analysis.size;
