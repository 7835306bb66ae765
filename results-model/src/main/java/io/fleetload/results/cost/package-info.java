/** What a target costs its host: processor, memory, network. */
package io.fleetload.results.cost;
