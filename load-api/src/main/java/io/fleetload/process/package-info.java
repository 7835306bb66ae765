/**
 * What ends a process of ours: the signal to stop, how long stopping may take, and the exceptions
 * whose message is one line for the user.
 */
package io.fleetload.process;
