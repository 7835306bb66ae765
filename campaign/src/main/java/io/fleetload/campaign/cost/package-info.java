/** The cost of the run on this host: its processors, its network, the processes of the run. */
package io.fleetload.campaign.cost;
