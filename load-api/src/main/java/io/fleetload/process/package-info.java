/**
 * End of a process of ours: the signal to stop, the time that stopping may take, and the exceptions
 * that have one line for the user as their message.
 */
package io.fleetload.process;
