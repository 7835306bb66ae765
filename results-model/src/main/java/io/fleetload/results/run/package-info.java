/**
 * What all processes of a run agree on: shards, tenants, which device has which message, clocks.
 */
package io.fleetload.results.run;
