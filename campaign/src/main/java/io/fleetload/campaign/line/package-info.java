// SPDX-License-Identifier: EPL-2.0
/** A load test in one line: a target's URL and options, of which a profile is made. */
package io.fleetload.campaign.line;
