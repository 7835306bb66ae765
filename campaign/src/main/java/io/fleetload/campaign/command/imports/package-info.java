/** Load tests of other tools that become profiles: what comes before the profile. */
package io.fleetload.campaign.command.imports;
