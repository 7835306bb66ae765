/** The commands of {@code loadtest}, a class each. */
package io.fleetload.campaign.command;
