/**
 * The result of a run, which joins the two halves of the books and judges them, and its JSON form.
 * Last place on the data path; it knows nothing of simulators, protocols or profiles. Start with
 * {@link io.fleetload.results.Result}; the rooms below are books, ledger, times and verdict.
 */
package io.fleetload.results;
