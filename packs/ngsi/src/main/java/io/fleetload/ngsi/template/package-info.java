// SPDX-License-Identifier: EPL-2.0
/**
 * The contents of requests: the names and places that this pack adds to the language of bodies, and
 * the entities that its requests are about.
 */
package io.fleetload.ngsi.template;
