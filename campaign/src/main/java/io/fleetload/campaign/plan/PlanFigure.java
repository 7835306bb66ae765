// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.plan;

import io.fleetload.campaign.cluster.Deadlines;

/**
 * The constants of the arithmetic, each with the command that measured it, or the rule that it is
 * of. What devices cost is known to their pack ({@link io.fleetload.pack.DeviceCosts}); the last
 * four are for a pack that has not measured it. The table of docs/explanation/a-million-devices.md
 * has the same values.
 */
public enum PlanFigure {
  /**
   * Source ports of a pod. A pod has one address, and Linux gives out 28,232 ports: {@code cat
   * /proc/sys/net/ipv4/ip_local_port_range}. Some stay for its other connections.
   */
  PORTS(28_000),

  /**
   * Resident memory of a device simulator without its sessions, MB: 129.5 MB at most of a shard
   * with 10,000 sessions, less these. Measured by the run of 200,000 devices in 20 shards of
   * docs/explanation/a-million-devices.md
   */
  SIMULATOR_MB(116),

  /** Memory that a shard's pod asks for, MiB: the manifest of its Job, {@code devices.yaml}. */
  SHARD_MIB(1_024),

  /** Thousandths of a processor that a shard's pod asks for: the same file. */
  SHARD_MILLI(2_000),

  /** Memory that a backend's pod asks for, with its second container, MiB: backend.yaml there. */
  BACKEND_MIB(1_088),

  /** Thousandths of a processor that a backend's pod asks for: the same file. */
  BACKEND_MILLI(1_010),

  /**
   * Share of a processor that the one thread of a shard, and a backend, may be busy, %. A choice: a
   * thread that is busier has no room for bursts, and its messages become late.
   */
  BUSY_PERCENT(50),

  /**
   * Messages that a backend reads in a second of processor time: {@code ./loadtest bench backend},
   * 23 us a record at 6,000/s.
   */
  BACKEND_MESSAGES(43_400),

  /**
   * Resident memory of a backend that has read nothing, MB: the same run with {@code --set
   * devices.count=22000 --shards 2}.
   */
  BACKEND_MB(129),

  /**
   * Bytes that a backend has for a device and flow: 170 MB with 200,000 devices, less the 129 MB
   * above, by the command of {@link #SIMULATOR_MB}.
   */
  BACKEND_DEVICE_BYTES(210),

  /**
   * Bytes that a backend has for a message: 256 MiB held 100 million messages, by the command below
   * "Memory of the books" of docs/reference/benchmarks.md.
   */
  BACKEND_MESSAGE_BYTES(2),

  /**
   * Messages a second that backends read from one partition: {@code ./loadtest bench backend},
   * 444,444 records/s of ten partitions. What the target's brokers write, they alone know.
   */
  PARTITION_MESSAGES(44_000),

  /** Bytes of a shard's book, whatever is in it: 150 kB by the command of SIMULATOR_MB. */
  BOOK_BYTES(30_000),

  /** Bytes of a shard's book for each flow: the same. */
  BOOK_FLOW_BYTES(20_000),

  /** Bytes of a shard's book for a second of a flow: the same, "perSecond" of the book. */
  BOOK_SECOND_BYTES(25),

  /** Bytes of a shard's book for an interval of a flow: the same, "intervals" of the book. */
  BOOK_INTERVAL_BYTES(500),

  /**
   * Bytes of a shard's book for ten of its messages: 16 bits a number as base64, in the sets of
   * those sent and of those confirmed. By the command of SIMULATOR_MB, 29,390 bytes a set of 11,000
   * numbers.
   */
  BOOK_TEN_MESSAGES_BYTES(54),

  /**
   * MB/s at which results come through the API server. A choice: it was measured nowhere but on one
   * host.
   */
  FETCH_MB(10),

  /** MB/s at which books are merged: {@code ./loadtest bench merge}, 1.9 GB in 17.48 s. */
  MERGE_MB(108),

  /**
   * Pods that one run had at most, each with its log followed: docs/how-to/cluster.md, "While it
   * goes on".
   */
  PODS(501),

  /** Seconds until a pod runs. A choice: its image has to be pulled. */
  POD_SECONDS(60),

  /**
   * Thousandths of a processor that a node keeps for itself and for the pods of every node. A
   * choice, on the safe side of {@code kubectl describe node} on EKS.
   */
  NODE_MILLI(500),

  /** Memory that a node keeps so, MiB. A choice, likewise. */
  NODE_MIB(1_536),

  /** Bytes of a session of a pack without a measured one. A choice: more than any measured one. */
  SESSION_BYTES(10_000),

  /**
   * Messages in a second of a shard's processor time, of a pack without a measured number: {@code
   * ./loadtest bench waking}, 70 us a message at 1,000/s, the most that any cost.
   */
  MESSAGES(14_000),

  /** Sessions opened in such a second, likewise. A choice: a fifth of the fewest measured. */
  CONNECTS(1_000),

  /** Devices that provisioning writes a second, likewise: the deadline of the Job counts so. */
  WRITTEN(Deadlines.DEVICES_WRITTEN_PER_SECOND);

  private final int value;

  PlanFigure(int value) {
    this.value = value;
  }

  /** Its value, in the unit that its description says. */
  public int value() {
    return value;
  }
}
