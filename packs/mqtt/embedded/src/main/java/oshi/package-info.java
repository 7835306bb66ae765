// SPDX-License-Identifier: EPL-2.0
/** One class in place of a library that HiveMQ needs for one number. */
package oshi;
