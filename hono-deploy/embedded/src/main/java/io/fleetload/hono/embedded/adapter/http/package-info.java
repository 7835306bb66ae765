/**
 * An HTTP adapter on Hono's own base of all adapters: what a device that speaks HTTP meets first.
 * It is ours, since Maven Central does not have Hono's.
 */
package io.fleetload.hono.embedded.adapter.http;
