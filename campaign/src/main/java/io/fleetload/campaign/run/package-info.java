/** One whole run on this host. Start with {@link io.fleetload.campaign.run.Campaign}. */
package io.fleetload.campaign.run;
