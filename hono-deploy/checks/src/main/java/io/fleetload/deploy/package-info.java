/**
 * Beside the line profile → schedule → device → wire → backend → result: what holds the deployments
 * of hono-deploy against what they have to be, before anything is applied.
 */
package io.fleetload.deploy;
