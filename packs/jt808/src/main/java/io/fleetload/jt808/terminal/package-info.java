/** The terminals: their connection, what they send and what they answer. */
package io.fleetload.jt808.terminal;
