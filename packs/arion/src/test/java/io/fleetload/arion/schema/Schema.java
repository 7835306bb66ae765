// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.schema;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import java.util.List;
import java.util.Map;

/** The messages as protobuf's own library reads and writes them: the tests' oracle. */
final class Schema {
  /** A message a line: its name, then each field as {@code number type name}. */
  private static final String MESSAGES =
      """
      NeighborRule: 1 u32 operation, 2 str ip, 3 str hostip, 4 str mac, 5 u32 tunnel, 6 str hostmac, 7 str group, 8 u64 version
      Reply: 1 str request_id, 2 NeighborRule rule
      ReadAnswer: 1 u32 format, 2 Reply* replies
      Resource: 1 u32 type, 2 str request_id, 3 u32 tunnel, 4 str source_ip, 5 u32 source_port, 6 str destination_ip, 7 u32 destination_port
      ReadRequest: 1 u32 format, 2 Resource* resources
      FixedIp: 1 u32 type, 2 str subnet, 3 str ip, 4 str group, 5 u32 tunnel
      Configuration: 1 u32 revision, 3 str id, 5 str vpc, 7 str mac, 8 str hostmac, 9 str hostip, 10 FixedIp* fixed_ips
      State: 1 u32 operation, 2 Configuration configuration
      WriteRequest: 1 u32 format, 2 str request_id, 3 State* states
      Part: 1 str resource_id, 4 u32 status, 5 u32 took
      WriteAnswer: 1 u32 format, 2 Part* parts, 3 u32 took
      WatchRequest: 1 str vni, 2 str ip, 3 u64 rev, 4 str group
      """;

  private static final Map<String, FieldDescriptorProto.Type> SCALARS =
      Map.of(
          "u32",
          FieldDescriptorProto.Type.TYPE_UINT32,
          "u64",
          FieldDescriptorProto.Type.TYPE_UINT64,
          "str",
          FieldDescriptorProto.Type.TYPE_STRING);

  private final FileDescriptor file;

  Schema() throws DescriptorValidationException {
    FileDescriptorProto.Builder builder =
        FileDescriptorProto.newBuilder().setName("oracle.proto").setSyntax("proto3");
    MESSAGES.lines().forEach(line -> builder.addMessageType(message(line)));
    this.file = FileDescriptor.buildFrom(builder.build(), new FileDescriptor[0]);
  }

  private static DescriptorProto message(String line) {
    String[] parts = line.split(": ");
    DescriptorProto.Builder message = DescriptorProto.newBuilder().setName(parts[0]);
    for (String each : parts[1].split(", ")) {
      String[] words = each.split(" ");
      FieldDescriptorProto.Builder field =
          FieldDescriptorProto.newBuilder()
              .setNumber(Integer.parseInt(words[0]))
              .setName(words[2])
              .setLabel(
                  words[1].endsWith("*")
                      ? FieldDescriptorProto.Label.LABEL_REPEATED
                      : FieldDescriptorProto.Label.LABEL_OPTIONAL);
      FieldDescriptorProto.Type scalar = SCALARS.get(words[1]);
      if (scalar == null) {
        field
            .setType(FieldDescriptorProto.Type.TYPE_MESSAGE)
            .setTypeName(words[1].replace("*", ""));
      } else {
        field.setType(scalar);
      }
      message.addField(field);
    }
    return message.build();
  }

  DynamicMessage read(String type, byte[] message) throws Exception {
    return DynamicMessage.parseFrom(file.findMessageTypeByName(type), message);
  }

  /** A message of fields and their values, a name and a value in turn. */
  DynamicMessage of(String type, Object... fields) {
    Descriptor descriptor = file.findMessageTypeByName(type);
    DynamicMessage.Builder message = DynamicMessage.newBuilder(descriptor);
    for (int i = 0; i < fields.length; i += 2) {
      message.setField(descriptor.findFieldByName((String) fields[i]), fields[i + 1]);
    }
    return message.build();
  }

  /** The field of a message, or of the messages in it, by names with dots. */
  static Object field(DynamicMessage message, String path) {
    Object found = message;
    for (String name : path.split("\\.")) {
      DynamicMessage in = (DynamicMessage) (found instanceof List<?> many ? many.get(0) : found);
      FieldDescriptor field = in.getDescriptorForType().findFieldByName(name);
      found = in.getField(field);
    }
    return found;
  }
}
