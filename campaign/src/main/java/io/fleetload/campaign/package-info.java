/**
 * Runs a whole load test: target up, provision, backend, devices, result. It starts the other tools
 * as processes and knows their command lines, not their classes.
 *
 * <p>A {@link io.fleetload.campaign.Campaign} is one such test, of a {@link
 * io.fleetload.campaign.PlannedRun}: its {@link io.fleetload.campaign.Target} comes up and is
 * provisioned, the backend and the {@link io.fleetload.campaign.DeviceSide} run against it as
 * {@link io.fleetload.campaign.ToolProcesses}, and a {@link io.fleetload.campaign.Judgement} ends
 * it. A {@link io.fleetload.campaign.LimitCampaign} makes many of them against one target.
 */
package io.fleetload.campaign;
