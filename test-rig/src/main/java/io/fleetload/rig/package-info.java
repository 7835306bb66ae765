/**
 * What the tests of several modules are rigged up with: time that a test moves, a wire that trips,
 * a virtual machine with little memory, a run as long as one likes, a browser, an embedded server
 * as a process. Off the data path: no tool depends on it.
 */
package io.fleetload.rig;
