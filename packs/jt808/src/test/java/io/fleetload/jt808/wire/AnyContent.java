// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** What each message's body holds, found by the message's id. */
final class AnyContent {
  private static final Map<Integer, Function<Body, Optional<?>>> READERS =
      Map.ofEntries(
          Map.entry(MessageId.TERMINAL_ACKNOWLEDGEMENT, Acknowledgement::read),
          Map.entry(MessageId.TERMINAL_RESEND_REQUEST, ResendRequest::read),
          Map.entry(MessageId.REGISTRATION, Registration::read),
          Map.entry(MessageId.AUTHENTICATION, Authentication::read),
          Map.entry(MessageId.PARAMETERS_REPLY, ParametersReply::read),
          Map.entry(MessageId.LOCATION, Location::read),
          Map.entry(MessageId.LOCATION_REPLY, LocationReply::read),
          Map.entry(MessageId.LOCATION_BATCH, LocationBatch::read),
          Map.entry(MessageId.PLATFORM_ACKNOWLEDGEMENT, Acknowledgement::read),
          Map.entry(MessageId.PLATFORM_RESEND_REQUEST, ResendRequest::read),
          Map.entry(MessageId.REGISTRATION_REPLY, RegistrationReply::read),
          Map.entry(MessageId.SET_PARAMETERS, Parameters::read),
          Map.entry(MessageId.TEXT, TextMessage::read));

  private AnyContent() {}

  static Iterable<Function<Body, Optional<?>>> readers() {
    return READERS.values();
  }

  /** The content of a message that has one; of another one its bytes. */
  static Object read(int id, Body body) {
    Function<Body, Optional<?>> reader = READERS.get(id);
    return reader == null ? body.rest() : reader.apply(body).orElseThrow();
  }

  static Consumer<FrameWriter> writer(Object content) {
    if (content instanceof Acknowledgement each) {
      return each::write;
    } else if (content instanceof ResendRequest each) {
      return each::write;
    } else if (content instanceof Registration each) {
      return each::write;
    } else if (content instanceof Authentication each) {
      return each::write;
    } else if (content instanceof ParametersReply each) {
      return each::write;
    } else if (content instanceof Location each) {
      return each::write;
    } else if (content instanceof LocationReply each) {
      return each::write;
    } else if (content instanceof LocationBatch each) {
      return each::write;
    } else if (content instanceof RegistrationReply each) {
      return each::write;
    } else if (content instanceof Parameters each) {
      return each::write;
    } else if (content instanceof TextMessage each) {
      return each::write;
    }
    return to -> to.bytes((byte[]) content);
  }

  /** The content as lists and buffers, which are equal where what they hold is. */
  static Object plain(Object content) {
    if (content instanceof Record) {
      return Stream.of(content.getClass().getRecordComponents())
          .map(each -> plain(component(each, content)))
          .toList();
    } else if (content instanceof List<?> all) {
      return all.stream().map(AnyContent::plain).toList();
    }
    return content instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : content;
  }

  private static Object component(RecordComponent component, Object content) {
    try {
      return component.getAccessor().invoke(content);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
