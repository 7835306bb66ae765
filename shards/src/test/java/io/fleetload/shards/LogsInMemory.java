package io.fleetload.shards;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The logs as lists, which everybody who opens them shares. */
final class LogsInMemory implements TopicLogs {
  final List<TopicLog.Entry> control = new ArrayList<>();
  final List<TopicLog.Entry> results = new ArrayList<>();
  int open;
  boolean slow;

  @Override
  public void make() {
    // They are there.
  }

  @Override
  public TopicLog control(From from) {
    return new Open("c", control, from);
  }

  @Override
  public TopicLog results(From from) {
    return new Open("r", results, from);
  }

  String notes() {
    StringBuilder text = new StringBuilder();
    control.forEach(each -> text.append(new String(each.bytes(), StandardCharsets.UTF_8)));
    return text.toString();
  }

  private final class Open implements TopicLog {
    private final String name;
    private final List<Entry> entries;
    private int next;

    private Open(String name, List<Entry> entries, From from) {
      this.name = name;
      this.entries = entries;
      this.next = from == From.BEGINNING ? 0 : entries.size();
      open++;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public long append(String key, byte[] value) {
      entries.add(new Entry(entries.size(), key, ByteBuffer.wrap(value.clone())));
      return entries.size() - 1L;
    }

    @Override
    public List<Entry> poll(Duration longest) {
      if (slow) {
        return List.of();
      }
      List<Entry> read = List.copyOf(entries.subList(next, entries.size()));
      next = entries.size();
      return read;
    }

    @Override
    public void close() {
      open--;
    }
  }
}
