/**
 * What the one who started a run sees of it while it goes on: beside the data path, made of what
 * the tools tell every second.
 */
package io.fleetload.campaign.view;
