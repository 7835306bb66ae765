/**
 * Agreements of all processes of a run: shards, tenants, which device has which message, clocks.
 */
package io.fleetload.results.run;
