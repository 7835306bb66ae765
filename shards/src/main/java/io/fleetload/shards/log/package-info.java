/** The log that the processes of a run share, and the store of it in a directory. */
package io.fleetload.shards.log;
