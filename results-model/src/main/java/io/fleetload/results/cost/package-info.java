/** Cost of a target for its host: processor, memory, network. */
package io.fleetload.results.cost;
