/**
 * Benchmarks of the fleet against a peer: Californium's own way of being many clients. Both drive
 * one CoAP server in a process of its own, in windows that take turns, and only ratios between the
 * two of one run are told. Off the line from profile to result: nothing of the product depends on
 * it.
 */
package io.fleetload.bench;
