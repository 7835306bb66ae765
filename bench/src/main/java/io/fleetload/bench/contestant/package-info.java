/** One of the programs that a benchmark compares, and the process that it runs in. */
package io.fleetload.bench.contestant;
