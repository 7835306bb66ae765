/** Due times of the messages: second place on the data path, between the profile and the fleet. */
package io.fleetload.schedule;
