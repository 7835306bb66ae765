/**
 * The tools of the tests of several modules: time that a test moves, a wire that trips, a virtual
 * machine with little memory, a run of any length, a browser, an embedded server as a process. Off
 * the data path: no tool of the product depends on it.
 */
package io.fleetload.rig;
