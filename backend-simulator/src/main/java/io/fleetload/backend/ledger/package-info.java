/**
 * What arrived at the backend: the other half of the books. It comes after the messaging system on
 * the data path and before the result, and knows neither Kafka nor Hono; what it is told comes from
 * a protocol package.
 */
package io.fleetload.backend.ledger;
