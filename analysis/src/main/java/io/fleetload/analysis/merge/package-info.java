/**
 * Adds the books of the shards of one run, message by message and value by value, so that the sum
 * says what one process would have said; refuses books that do not belong together.
 */
package io.fleetload.analysis.merge;
