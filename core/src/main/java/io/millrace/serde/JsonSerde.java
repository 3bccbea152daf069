package io.millrace.serde;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.millrace.api.Serde;
import io.millrace.api.SerdeException;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Values of any class as JSON. The first values are read back as they are written, so that a class which Jackson can write
 * but not read is noticed at once and not on the first restore. Thread-safe.
 *
 * @param <T> type of the values
 */
final class JsonSerde<T> implements Serde<T> {

    private static final int VALUES_CHECKED = 100;

    private final JavaType type;
    private final ObjectWriter writer;
    private final ObjectReader reader;

    /** Counts down. Not synchronized: with several threads a few values more are checked. */
    private int valuesToCheck = VALUES_CHECKED;

    JsonSerde(Type type) {
        TypeToken.requireComplete(type, type);
        JsonMapper mapper = Json.newMapper();
        this.type = mapper.constructType(type);
        requireConcrete(this.type);
        this.writer = mapper.writerFor(this.type);
        this.reader = mapper.readerFor(this.type);
        requireReadable();
    }

    @Override
    public byte[] serialize(T value) {
        byte[] bytes = write(value);
        if (valuesToCheck > 0) {
            valuesToCheck--;
            requireSameAfterReading(bytes);
        }
        return bytes;
    }

    @Override
    public T deserialize(byte[] bytes) {
        T value;
        try {
            value = read(bytes);
        } catch (IOException e) {
            throw new SerdeException(
                    "Cannot read a " + name() + " from " + bytes.length + " bytes of JSON: " + reason(e), e);
        }
        if (value == null) {
            throw new SerdeException("Cannot read a " + name() + " from JSON: found null");
        }
        return value;
    }

    @Override
    public Class<?> type() {
        return type.getRawClass();
    }

    @Override
    public String fingerprint() {
        return "json:" + type.toCanonical();
    }

    private byte[] write(T value) {
        try {
            return writer.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new SerdeException("Cannot write a " + name() + " as JSON: " + reason(e), e);
        }
    }

    private @Nullable T read(byte[] bytes) throws IOException {
        return reader.readValue(bytes);
    }

    private void requireSameAfterReading(byte[] bytes) {
        byte[] again = write(deserialize(bytes));
        if (!Arrays.equals(bytes, again)) {
            throw new SerdeException("Cannot use JSON for " + name() + ": a value does not come back as it was written."
                    + " Each part of it must be a field, a record component or have both a getter and a setter; mark what"
                    + " can be computed from the others as transient or with @JsonIgnore");
        }
    }

    /** Jackson looks for what it needs at the first use; this is the first use. */
    private void requireReadable() {
        try {
            reader.readValue("null");
        } catch (IOException e) {
            throw new IllegalArgumentException("Cannot use JSON for " + name() + ": " + reason(e), e);
        }
    }

    private static void requireConcrete(JavaType type) {
        if (type.isJavaLangObject()) {
            throw new IllegalArgumentException(
                    "Cannot use JSON for java.lang.Object: values would come back as maps and"
                            + " lists, whatever they were. Name the class that they have");
        }
        boolean container = type.isContainerType() || type.isPrimitive();
        if (!container && Modifier.isAbstract(type.getRawClass().getModifiers()) && !type.isEnumType()) {
            requireListedSubtypes(type.getRawClass());
        }
    }

    private static void requireListedSubtypes(Class<?> type) {
        if (!type.isAnnotationPresent(com.fasterxml.jackson.annotation.JsonTypeInfo.class)) {
            throw new IllegalArgumentException(
                    "Cannot use JSON for " + type.getName() + ": it is abstract, and data must not"
                            + " choose a class. Name a concrete class, or list the subtypes with @JsonTypeInfo(use = NAME) and"
                            + " @JsonSubTypes");
        }
    }

    private String name() {
        return type.toCanonical();
    }

    /** Jackson's reason without the excerpt of the data, which may be confidential. */
    private static String reason(IOException e) {
        return e instanceof JsonProcessingException json ? json.getOriginalMessage() : String.valueOf(e.getMessage());
    }
}
