/**
 * View of a run for the person who started it, while it goes on. It is made of the tools' reports
 * of every second, beside the data path.
 */
package io.fleetload.campaign.view;
