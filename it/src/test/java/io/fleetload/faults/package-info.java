/**
 * The product under faults: a network and processes that misbehave on purpose, a reader of Kafka of
 * its own, and what the product's verdict must be then. Nothing here uses the product's classes.
 */
package io.fleetload.faults;
