/**
 * A run as a page while it goes on: at the end of the data path, made from the books on disk and
 * from what the tools tell. The one place of the campaign that serves HTTP.
 */
package io.fleetload.campaign.live;
