// SPDX-License-Identifier: EPL-2.0
/** Entities in memory. */
package io.fleetload.ngsi.embedded.entity;
