/** The commands as tools of an assistant, over the Model Context Protocol. */
package io.fleetload.campaign.command.mcp;
