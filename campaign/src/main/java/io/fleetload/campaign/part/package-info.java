/** Parts of the target, and how they are ended and begun in each place. */
package io.fleetload.campaign.part;
