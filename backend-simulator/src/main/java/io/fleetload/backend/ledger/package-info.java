/**
 * What arrived at the backend: the other half of the books. It comes after the system under test on
 * the data path and before the result. A pack's backend driver fills it in.
 */
package io.fleetload.backend.ledger;
