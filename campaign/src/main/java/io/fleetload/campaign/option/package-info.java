/** Options that several commands share, and how a command is begun and ended. */
package io.fleetload.campaign.option;
