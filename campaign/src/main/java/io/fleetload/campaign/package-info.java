/**
 * Runs a whole load test: target up, provision, backend, devices, result. It starts the other tools
 * as processes and knows their command lines, not their classes.
 *
 * <p>A {@link io.fleetload.campaign.run.Campaign} is one such test, of a {@link
 * io.fleetload.campaign.run.PlannedRun}: its {@link io.fleetload.campaign.Target} comes up and is
 * provisioned, the backend and the {@link io.fleetload.campaign.run.DeviceSide} run against it as
 * {@link io.fleetload.campaign.process.ToolProcesses}, and a {@link
 * io.fleetload.campaign.run.Judgement} ends it. A {@link
 * io.fleetload.campaign.series.LimitCampaign} makes many of them against one target.
 */
package io.fleetload.campaign;
