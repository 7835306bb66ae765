/**
 * Both halves joined: lost, late, duplicate, misdelivered, altered. Start with {@link
 * io.fleetload.results.ledger.Ledger}.
 */
package io.fleetload.results.ledger;
