/** When each message is due: the contract between the profile and the fleet. */
package io.fleetload.schedule;
