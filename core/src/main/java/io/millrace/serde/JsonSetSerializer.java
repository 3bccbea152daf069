package io.millrace.serde;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.ContextualSerializer;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Writes a set ordered by the JSON of its elements: a hash set's own order depends on how it came about, and equal sets
 * must have equal bytes. Thread-safe.
 */
final class JsonSetSerializer extends JsonSerializer<Object> implements ContextualSerializer {

    private static final JsonFactory FACTORY = new JsonFactory();

    /** Writes collections in their own order. */
    private final JsonSerializer<Object> collections;

    JsonSetSerializer(JsonSerializer<Object> collections) {
        this.collections = collections;
    }

    @Override
    @SuppressWarnings("unchecked") // a contextual serializer is for the same type
    public JsonSerializer<?> createContextual(SerializerProvider provider, BeanProperty property)
            throws JsonMappingException {
        var contextual = provider.handleSecondaryContextualization(collections, property);
        return new JsonSetSerializer((JsonSerializer<Object>) contextual);
    }

    @Override
    public void serialize(Object value, JsonGenerator generator, SerializerProvider provider) throws IOException {
        List<String> elements = new ArrayList<>();
        for (Object element : (Iterable<?>) value) {
            elements.add(jsonOf(element, generator, provider));
        }
        Collections.sort(elements);
        generator.writeStartArray();
        for (String element : elements) {
            generator.writeRawValue(element);
        }
        generator.writeEndArray();
    }

    @Override
    public boolean isEmpty(SerializerProvider provider, Object value) {
        return collections.isEmpty(provider, value);
    }

    private String jsonOf(Object element, JsonGenerator parent, SerializerProvider provider) throws IOException {
        StringWriter array = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(array)) {
            generator.setCodec(parent.getCodec());
            collections.serialize(Collections.singleton(element), generator, provider);
        }
        String json = array.toString();
        return json.substring(1, json.length() - 1); // without the brackets
    }
}
