/** What a running tool tells the one who started it, a line of JSON each. */
package io.fleetload.progress;
