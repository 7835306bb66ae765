package io.fleetload.backend.ledger;

/**
 * Commands for queries of the measured phase.
 *
 * @param written commands that the messaging system acknowledged
 * @param refused commands that the target reported as undeliverable
 */
public record MeasuredCommands(long written, long refused) {}
