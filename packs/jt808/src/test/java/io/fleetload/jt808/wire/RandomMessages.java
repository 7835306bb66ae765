// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Messages of all kinds with all values, and more 7e and 7d in them than chance has. */
final class RandomMessages {
  private static final String LETTERS = "AZ09az~}}~京沪粤测试终端";
  private static final long FIRST_SECOND = 946_656_000; // 2000-01-01 in GMT+8
  private static final long LAST_SECOND = 4_102_415_999L; // 2099-12-31T23:59:59

  final Version version;
  final Phone phone;
  private final Random random;

  /** A message: what it is, and its content as {@link AnyContent} has it. */
  record Message(int id, Object content) {}

  RandomMessages(Random random) {
    this.random = random;
    version = random.nextBoolean() ? Version.V2013 : Version.V2019;
    StringBuilder digits = new StringBuilder("1");
    for (int i = random.nextInt(2 * version.phoneBytes()); i > 0; i--) {
      digits.append("0123456777".charAt(random.nextInt(10)));
    }
    phone = Phone.of(version, digits.toString());
  }

  Message next() {
    return switch (random.nextInt(14)) {
      case 0 -> new Message(MessageId.TERMINAL_ACKNOWLEDGEMENT, acknowledgement());
      case 1 -> new Message(MessageId.PLATFORM_ACKNOWLEDGEMENT, acknowledgement());
      case 2 -> new Message(MessageId.REGISTRATION, registration());
      case 3 -> new Message(MessageId.REGISTRATION_REPLY, registrationReply());
      case 4 -> new Message(MessageId.AUTHENTICATION, authentication());
      case 5 -> new Message(MessageId.LOCATION, location());
      case 6 -> new Message(MessageId.LOCATION_REPLY, new LocationReply(u16(), location()));
      case 7 -> new Message(MessageId.LOCATION_BATCH, batch());
      case 8 -> new Message(MessageId.SET_PARAMETERS, parameters());
      case 9 -> new Message(MessageId.PARAMETERS_REPLY, new ParametersReply(u16(), parameters()));
      case 10 -> new Message(MessageId.TEXT, text());
      case 11 -> new Message(MessageId.PLATFORM_RESEND_REQUEST, resendRequest());
      case 12 -> new Message(MessageId.HEARTBEAT, new byte[0]);
      default -> new Message(0x7d00 | random.nextInt(0x100), bytes(random.nextInt(3_000)));
    };
  }

  Acknowledgement acknowledgement() {
    return new Acknowledgement(u16(), u16(), u8());
  }

  Registration registration() {
    boolean isLong = version == Version.V2019;
    return new Registration(
        u16(),
        u16(),
        text(isLong ? 11 : 5),
        text(isLong ? 30 : 20),
        text(isLong ? 30 : 7),
        u8(),
        text(20));
  }

  RegistrationReply registrationReply() {
    return new RegistrationReply(u16(), u8(), bytes(random.nextInt(40)));
  }

  Authentication authentication() {
    byte[] code = bytes(random.nextInt(256));
    return version == Version.V2013
        ? new Authentication(code, "", "")
        : new Authentication(code, text(15), text(20));
  }

  Location location() {
    List<Item> items = some(6, () -> new Item(u8(), bytes(1 + random.nextInt(20))));
    long time = random.nextLong(FIRST_SECOND, LAST_SECOND + 1);
    return new Location((int) u32(), (int) u32(), u32(), u32(), u16(), u16(), u16(), time, items);
  }

  LocationBatch batch() {
    return new LocationBatch(random.nextInt(2), some(50, this::location));
  }

  Parameters parameters() {
    return new Parameters(some(30, () -> new Item(u32(), bytes(1 + random.nextInt(255)))));
  }

  TextMessage text() {
    return new TextMessage(u8(), version == Version.V2019 ? u8() : 0, text(300));
  }

  ResendRequest resendRequest() {
    return new ResendRequest(u16(), some(256, this::u16));
  }

  private <T> List<T> some(int fewerThan, Supplier<T> each) {
    List<T> all = new ArrayList<>();
    IntStream.range(0, random.nextInt(fewerThan)).forEach(i -> all.add(each.get()));
    return all;
  }

  String text(int most) {
    StringBuilder text = new StringBuilder();
    int bytes = random.nextInt(most + 1);
    while (bytes > 1) {
      char next = LETTERS.charAt(random.nextInt(LETTERS.length()));
      text.append(next);
      bytes -= next < 0x80 ? 1 : 2;
    }
    return text.toString();
  }

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) u8();
    }
    return bytes;
  }

  int u8() {
    return random.nextInt(3) == 0 ? 0x7d + random.nextInt(2) : random.nextInt(0x100);
  }

  int u16() {
    return (u8() << 8) | u8();
  }

  long u32() {
    return ((long) u16() << 16) | u16();
  }
}
