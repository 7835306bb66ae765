// SPDX-License-Identifier: EPL-2.0
/** The command that plans a large run. */
package io.fleetload.campaign.command.plan;
