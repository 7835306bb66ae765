/**
 * The backend of the run, as a command: what the target delivers arrives here, is counted, and is
 * answered where a device waits for a command. Between the target and the result on the data path.
 */
package io.fleetload.backend;
