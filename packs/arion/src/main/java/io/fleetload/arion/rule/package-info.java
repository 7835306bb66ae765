/** The neighbor rules: which there are, what is in them, and which message writes which. */
package io.fleetload.arion.rule;
