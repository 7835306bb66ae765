/** When each message is due: second place on the data path, after the profile. */
package io.fleetload.simulator.schedule;
