/** What the run costs: reads the processes of the target and of the simulators, beside the path. */
package io.fleetload.campaign.cost;
