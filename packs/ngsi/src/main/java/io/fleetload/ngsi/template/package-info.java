// SPDX-License-Identifier: EPL-2.0
/**
 * What requests say: the names and places that this pack adds to the language of bodies, and the
 * entities that its requests are about.
 */
package io.fleetload.ngsi.template;
