// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Joins the fragments that a connection receives. It is bounded: where it holds too much, the
 * message that was begun first is dropped.
 */
public final class Fragments {
  /** Memory that a fragment takes besides its bytes. */
  private static final int OVERHEAD = 64;

  private final int mostMessages;
  private final int mostBytes;
  private final Map<Key, Joining> messages = new LinkedHashMap<>();
  private int held;

  private record Key(int id, int firstSerial) {}

  private static final class Joining {
    private final int total;
    private final Map<Integer, byte[]> parts = new LinkedHashMap<>();
    private int bytes;

    Joining(int total) {
      this.total = total;
    }

    byte[] joined() {
      byte[] body = new byte[bytes];
      int at = 0;
      for (int number = 1; number <= total; number++) {
        byte[] part = parts.get(number);
        System.arraycopy(part, 0, body, at, part.length);
        at += part.length;
      }
      return body;
    }

    int cost() {
      return bytes + OVERHEAD * parts.size();
    }

    List<Integer> missing() {
      List<Integer> missing = new ArrayList<>();
      for (int n = 1; n <= total && missing.size() < ResendRequest.MOST_NUMBERS; n++) {
        if (!parts.containsKey(n)) {
          missing.add(n);
        }
      }
      return missing;
    }
  }

  /**
   * A joiner of one connection.
   *
   * @param mostMessages that are incomplete at once
   * @param mostBytes of all fragments held, each counted with 64 bytes more than its body
   */
  public Fragments(int mostMessages, int mostBytes) {
    this.mostMessages = mostMessages;
    this.mostBytes = mostBytes;
  }

  /**
   * Takes a fragment.
   *
   * @return the whole message's body once no fragment of it is missing
   */
  public Optional<Body> add(Frame fragment) {
    int firstSerial = (fragment.serial() - fragment.number() + 1) & 0xffff;
    Key key = new Key(fragment.id(), firstSerial);
    Joining joining = messages.get(key);
    if (joining == null || joining.total != fragment.total()) {
      drop(key);
      joining = new Joining(fragment.total());
      messages.put(key, joining);
    }
    held -= joining.cost();
    byte[] part = fragment.body().rest();
    if (joining.parts.putIfAbsent(fragment.number(), part) == null) {
      joining.bytes += part.length;
    }
    held += joining.cost();
    if (joining.parts.size() == joining.total) {
      drop(key);
      return Optional.of(new Body(fragment.version(), joining.joined()));
    }
    while (held > mostBytes || messages.size() > mostMessages) {
      drop(messages.keySet().iterator().next());
    }
    return Optional.empty();
  }

  /** Requests for what is missing: one for each incomplete message, the oldest first. */
  public List<ResendRequest> missing() {
    List<ResendRequest> requests = new ArrayList<>(messages.size());
    messages.forEach(
        (key, joining) -> requests.add(new ResendRequest(key.firstSerial(), joining.missing())));
    return requests;
  }

  /** Gives an incomplete message up. */
  public void abandon(int firstSerial) {
    Iterator<Map.Entry<Key, Joining>> all = messages.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<Key, Joining> each = all.next();
      if (each.getKey().firstSerial() == firstSerial) {
        held -= each.getValue().cost();
        all.remove();
      }
    }
  }

  /** Gives all up, for a new connection. */
  public void clear() {
    messages.clear();
    held = 0;
  }

  /** Bytes held, as they are counted against the limit. */
  int held() {
    return held;
  }

  private void drop(Key key) {
    Joining dropped = messages.remove(key);
    if (dropped != null) {
      held -= dropped.cost();
    }
  }
}
