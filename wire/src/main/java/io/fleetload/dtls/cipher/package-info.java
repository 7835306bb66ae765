/** Ciphers and the pseudorandom function of DTLS 1.2. */
package io.fleetload.dtls.cipher;
