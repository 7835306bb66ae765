// SPDX-License-Identifier: EPL-2.0
/** Load tests as a part of a Maven build. */
package io.fleetload.maven;
