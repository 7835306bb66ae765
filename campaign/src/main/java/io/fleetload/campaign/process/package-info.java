/** The tools of a run as processes: their command lines, their start and their end. */
package io.fleetload.campaign.process;
