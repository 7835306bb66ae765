/** Thresholds, the figures that they may name, and what came of them. */
package io.fleetload.results.verdict;
