// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.session.NumberColumn;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.StoredHistogram;
import java.io.IOException;

/**
 * Jackson module that writes histograms, sets of message numbers and columns of numbers in their
 * own compressed forms.
 */
public final class MeasurementsAsJson extends SimpleModule {
  private static final long serialVersionUID = 1L;

  public MeasurementsAsJson() {
    super("measurements");
    addSerializer(LatencyHistogram.class, new WriteHistogram());
    addDeserializer(LatencyHistogram.class, new ReadHistogram());
    addSerializer(StoredHistogram.class, new WriteStored());
    addDeserializer(StoredHistogram.class, new ReadStored());
    addSerializer(MessageSet.class, new WriteSet());
    addDeserializer(MessageSet.class, new ReadSet());
    addSerializer(NumberColumn.class, new WriteColumn());
    addDeserializer(NumberColumn.class, new ReadColumn());
  }

  private static void write(StoredHistogram value, JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeStringField("unit", "ns");
    LatencyHistogram.Edges edges = value.edges();
    out.writeNumberField("belowZero", edges.belowZero());
    if (edges.belowZero() > 0 && edges.lowest() != null) {
      out.writeNumberField("lowest", edges.lowest());
    }
    out.writeNumberField("aboveHighest", edges.aboveHighest());
    if (edges.least() != null && edges.greatest() != null) {
      out.writeNumberField("min", edges.least());
      out.writeNumberField("max", edges.greatest());
    }
    out.writeStringField("hdr", value.encoded());
    out.writeEndObject();
  }

  private static StoredHistogram read(JsonParser in) throws IOException {
    JsonNode node = in.readValueAsTree();
    return StoredHistogram.of(
        node.path("hdr").asText(),
        new LatencyHistogram.Edges(
            node.path("belowZero").asLong(),
            node.path("aboveHighest").asLong(),
            // A book of an earlier version has none.
            node.has("min") ? (Long) node.path("min").asLong() : null,
            node.has("max") ? (Long) node.path("max").asLong() : null,
            node.has("lowest") || node.path("belowZero").asLong() == 0
                ? (Long) node.path("lowest").asLong()
                : null));
  }

  private static final class WriteHistogram extends JsonSerializer<LatencyHistogram> {
    @Override
    public void serialize(LatencyHistogram value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      write(new StoredHistogram(value), out);
    }
  }

  private static final class ReadHistogram extends JsonDeserializer<LatencyHistogram> {
    @Override
    public LatencyHistogram deserialize(JsonParser in, DeserializationContext context)
        throws IOException {
      return read(in).unpacked();
    }
  }

  private static final class WriteStored extends JsonSerializer<StoredHistogram> {
    @Override
    public void serialize(StoredHistogram value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      write(value, out);
    }
  }

  private static final class ReadStored extends JsonDeserializer<StoredHistogram> {
    @Override
    public StoredHistogram deserialize(JsonParser in, DeserializationContext context)
        throws IOException {
      return read(in);
    }
  }

  private static final class WriteSet extends JsonSerializer<MessageSet> {
    @Override
    public void serialize(MessageSet value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      // Base64 on its way out; a text of it would be as large again.
      out.writeBinary(value.serialised());
    }
  }

  private static final class ReadSet extends JsonDeserializer<MessageSet> {
    @Override
    public MessageSet deserialize(JsonParser in, DeserializationContext context)
        throws IOException {
      return MessageSet.of(in.getBinaryValue());
    }
  }

  private static final class WriteColumn extends JsonSerializer<NumberColumn> {
    @Override
    public void serialize(NumberColumn value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeBinary(value.encoded());
    }
  }

  private static final class ReadColumn extends JsonDeserializer<NumberColumn> {
    @Override
    public NumberColumn deserialize(JsonParser in, DeserializationContext context)
        throws IOException {
      return NumberColumn.of(in.getBinaryValue());
    }
  }
}
