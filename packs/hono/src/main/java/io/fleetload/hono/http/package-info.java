/**
 * Devices that speak HTTP with Hono's adapter: what they ask, and the commands that are answered.
 */
package io.fleetload.hono.http;
