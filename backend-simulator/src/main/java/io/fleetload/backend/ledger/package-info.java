/**
 * Arrivals at the backend: the other half of the books. This package comes after the system under
 * test on the data path and before the result. A pack's backend driver fills it in.
 */
package io.fleetload.backend.ledger;
