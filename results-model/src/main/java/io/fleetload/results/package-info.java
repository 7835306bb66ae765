/**
 * What a run says: the two halves of the books, the ledger that joins them, latency, the verdict,
 * and their JSON form. Last place on the data path; it knows nothing of simulators, protocols or
 * profiles.
 */
package io.fleetload.results;
