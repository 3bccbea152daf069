package io.millrace.serde;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.databind.type.CollectionType;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Function;

/** What Jackson alone cannot do or does otherwise: times as ISO 8601 text, sets in an order that does not depend on hash codes. */
final class JsonModule extends SimpleModule {

    private static final long serialVersionUID = 1L;

    JsonModule() {
        super("millrace");
        addTime(Instant.class, Instant::parse);
        addTime(Duration.class, Duration::parse);
        addTime(LocalDate.class, LocalDate::parse);
        addTime(LocalTime.class, LocalTime::parse);
        addTime(LocalDateTime.class, LocalDateTime::parse);
        addTime(OffsetDateTime.class, OffsetDateTime::parse);
        setSerializerModifier(new SetsInOrder());
    }

    private <T> void addTime(Class<T> type, Function<String, T> parse) {
        addSerializer(type, ToStringSerializer.instance);
        addDeserializer(type, new TimeDeserializer<>(type, parse));
    }

    private static final class TimeDeserializer<T> extends StdScalarDeserializer<T> {

        private static final long serialVersionUID = 1L;

        private final transient Function<String, T> parse;

        TimeDeserializer(Class<T> type, Function<String, T> parse) {
            super(type);
            this.parse = parse;
        }

        @Override
        @SuppressWarnings("unchecked") // handledType is the class that was passed to the constructor
        public T deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            if (!parser.hasToken(JsonToken.VALUE_STRING)) {
                return (T) context.handleUnexpectedToken(handledType(), parser);
            }
            String text = parser.getText();
            try {
                return parse.apply(text);
            } catch (DateTimeException e) {
                return (T) context.handleWeirdStringValue(handledType(), text, "not in the form of ISO 8601");
            }
        }
    }

    private static final class SetsInOrder extends BeanSerializerModifier {

        private static final long serialVersionUID = 1L;

        @Override
        @SuppressWarnings("unchecked") // it is the serializer of a set
        public JsonSerializer<?> modifyCollectionSerializer(
                SerializationConfig config, CollectionType type, BeanDescription bean, JsonSerializer<?> serializer) {
            Class<?> raw = type.getRawClass();
            boolean ordered = SortedSet.class.isAssignableFrom(raw) || LinkedHashSet.class.isAssignableFrom(raw);
            return Set.class.isAssignableFrom(raw) && !ordered
                    ? new JsonSetSerializer((JsonSerializer<Object>) serializer)
                    : serializer;
        }
    }
}
