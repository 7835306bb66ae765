// SPDX-License-Identifier: EPL-2.0
/** The entities that the embedded broker holds, found by their id or type. */
package io.fleetload.ngsi.embedded.entity;
