// SPDX-License-Identifier: EPL-2.0
/**
 * Load tests from Java: {@link io.fleetload.junit5.LoadTest} runs a profile, {@link
 * io.fleetload.junit5.EmbeddedHono} is a system under test for a test class. All of it runs in
 * processes of its own, so that no library of a tool meets those of the user.
 */
package io.fleetload.junit5;
