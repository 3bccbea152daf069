package io.millrace.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.DamagedException;
import io.millrace.api.Serde;
import io.millrace.api.StartRefusedException;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.serde.Serdes;
import io.millrace.spi.FileRef;
import io.millrace.spi.KeyGroupRange;
import io.millrace.spi.KeyedStateContext;
import io.millrace.spi.KeyedStateStore;
import io.millrace.spi.StateCapture;
import io.millrace.spi.StateRef;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What restoring refuses, and what it reads although the program has changed. */
class HeapRestoreTest {

    private static final int GROUPS = 8;
    private static final KeyGroupRange ALL = new KeyGroupRange(0, GROUPS - 1);

    interface Before {
        enum Colour {
            RED,
            BLUE,
            GREEN
        }

        record Item(String name, int amount) {}

        record Key(String name) {}
    }

    interface After {
        enum Colour {
            YELLOW,
            GREEN,
            RED
        }

        record Item(int amount, @Nullable String added) {}

        record Key(String name, int added) {}
    }

    interface Retyped {
        record Item(String name, String amount) {}
    }

    private final MemoryFiles files = new MemoryFiles();

    @Test
    void shouldReadEnumsByNameWhenConstantsWereAddedAndReorderedT18() throws IOException {
        var ref = written(Serdes.string(), "k", Serdes.enums(Before.Colour.class), Before.Colour.GREEN);

        assertThat(restored(ref, Serdes.string(), "k", Serdes.enums(After.Colour.class)))
                .isEqualTo(After.Colour.GREEN);
    }

    @Test
    void shouldNameTheConstantThatWasRemovedT18() throws IOException {
        var ref = written(Serdes.string(), "k", Serdes.enums(Before.Colour.class), Before.Colour.BLUE);

        assertThatThrownBy(() -> restored(ref, Serdes.string(), "k", Serdes.enums(After.Colour.class)))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("state 'state' of operator 'uid'")
                .hasMessageContaining("no constant 'BLUE'");
    }

    @Test
    void shouldReadRecordsWhenComponentsWereAddedAndRemovedT19() throws IOException {
        var ref = written(Serdes.string(), "k", Serdes.records(Before.Item.class), new Before.Item("nail", 5));

        assertThat(restored(ref, Serdes.string(), "k", Serdes.records(After.Item.class)))
                .isEqualTo(new After.Item(5, null));
    }

    @Test
    void shouldReadJsonWhenFieldsWereAddedAndRemovedT19() throws IOException {
        var ref = written(Serdes.string(), "k", Serdes.json(Before.Item.class), new Before.Item("nail", 5));

        assertThat(restored(ref, Serdes.string(), "k", Serdes.json(After.Item.class)))
                .isEqualTo(new After.Item(5, null));
    }

    @Test
    void shouldRefuseRetypedRecordsBeforeReadingAnythingT19() throws IOException {
        var ref = written(Serdes.string(), "k", Serdes.records(Before.Item.class), new Before.Item("nail", 5));

        assertThatThrownBy(() -> restored(ref, Serdes.string(), "k", Serdes.records(Retyped.Item.class)))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("values were written by record:")
                .hasMessageContaining("amount=int")
                .hasMessageContaining("amount=string");
    }

    @Test
    void shouldRefuseRetypedJsonBeforeProcessingT19() throws IOException {
        var ref = written(Serdes.string(), "k", Serdes.json(Before.Item.class), new Before.Item("nail", 5));

        assertThatThrownBy(() -> restored(ref, Serdes.string(), "k", Serdes.json(Retyped.Item.class)))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("an entry cannot be read");
    }

    @Test
    void shouldRefuseValuesOfAnotherSerde() throws IOException {
        var ref = written(Serdes.string(), "k", Serdes.longs(), 1L);

        assertThatThrownBy(() -> restored(ref, Serdes.string(), "k", Serdes.doubles()))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("Cannot restore state 'state' of operator 'uid'")
                .hasMessageContaining("written by long")
                .hasMessageContaining("pipeline's double cannot read these");
    }

    @Test
    void shouldRefuseKeysOfAnotherSerde() throws IOException {
        var ref = written(Serdes.longs(), 1L, Serdes.longs(), 1L);

        assertThatThrownBy(() -> restored(ref, Serdes.string(), "k", Serdes.longs()))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("keys were written by long, and the pipeline reads string");
    }

    @Test
    void shouldRefuseKeysThatGotOtherBytesBecauseTheyWouldNotBeFound() throws IOException {
        // given: a key with a new field, which JSON would read without a word
        var ref = written(Serdes.json(Before.Key.class), new Before.Key("a"), Serdes.longs(), 1L);

        assertThatThrownBy(() -> restored(ref, Serdes.json(After.Key.class), new After.Key("a", 0), Serdes.longs()))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("The type of a key cannot change");
    }

    @Test
    void shouldRefuseStatesThatAreNotDeclaredAnyMore() throws IOException {
        var ref = written(Serdes.string(), "k", Serdes.longs(), 1L);
        var gone = new StateRef("gone", ref.format(), ref.keyGroups(), ref.keySerde(), ref.valueSerde(), ref.files());

        assertThatThrownBy(() -> restored(gone, Serdes.string(), "k", Serdes.longs()))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("state 'gone'")
                .hasMessageContaining("declares only [state]");
    }

    @Test
    void shouldRefuseFormatsOfOtherBackends() throws IOException {
        var ref = written(Serdes.string(), "k", Serdes.longs(), 1L);
        var other = new StateRef("state", "rocksdb-1", ref.keyGroups(), "string", "long", ref.files());

        assertThatThrownBy(() -> restored(other, Serdes.string(), "k", Serdes.longs()))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("format rocksdb-1");
    }

    @Test
    void shouldBeDamagedWhenTheFileIsNotTheOneThatIsMeant() throws IOException {
        var ref = written(Serdes.string(), "k", Serdes.longs(), 1L);
        var mixedUp = new StateRef("state", ref.format(), ref.keyGroups(), "string", "double", ref.files());

        assertThatThrownBy(() -> restored(mixedUp, Serdes.string(), "k", Serdes.doubles()))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining(ref.files().get(0).path())
                .hasMessageContaining("valueSerde=long");
    }

    @Test
    void shouldBeDamagedWhenAKeyOrAKeyGroupIsWhereItShouldNotBe() throws IOException {
        var ref = written(Serdes.string(), "k", Serdes.longs(), 1L);
        int keyGroup = KeyRouting.of(Serdes.string(), GROUPS).keyGroupOf("k");
        var elsewhere = new KeyGroupRange(keyGroup + 1, keyGroup + 1);
        var wrongRange = new StateRef("state", ref.format(), elsewhere, "string", "long", ref.files());
        var twice = new StateRef(
                "state",
                ref.format(),
                ALL,
                "string",
                "long",
                List.of(ref.files().get(0), ref.files().get(0)));

        assertThatThrownBy(() -> restored(wrongRange, Serdes.string(), "k", Serdes.longs()))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("holds key group " + keyGroup);
        assertThatThrownBy(() -> restored(twice, Serdes.string(), "k", Serdes.longs()))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("loaded already");
    }

    @Test
    void shouldRefuseKeysThatWereDividedInAnotherWay() throws IOException {
        FileRef file = files.writeExclusive("old", out -> {
            int otherVersion = KeyRouting.KEY_HASH_VERSION + 1;
            new CanonicalWriter(out, new CanonicalHeader("state", "value", "string", "long", otherVersion)).finish();
        });
        var ref = new StateRef("state", CanonicalWriter.FORMAT, ALL, "string", "long", List.of(file));

        assertThatThrownBy(() -> restored(ref, Serdes.string(), "k", Serdes.longs()))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("version 2 of the key hash");
    }

    /** Writes a snapshot with one entry, as of a class that is now called {@code After} or {@code Retyped}. */
    private <K, V> StateRef written(Serde<K> keys, K key, Serde<V> values, V value) throws IOException {
        KeyedStateStore store = open(keys, StateSpec.value("state", values));
        setKey(store, keys, key);
        store.handle(StateSpec.value("state", values)).update(value);
        try (StateCapture capture = store.capture(1)) {
            return capture.store(files).get(0);
        }
    }

    private <K, V> V restored(StateRef ref, Serde<K> keys, K key, Serde<V> values) throws IOException {
        StateSpec<ValueState<V>> spec = StateSpec.value("state", values);
        KeyedStateStore store = open(keys, spec);
        store.restore(List.of(renamed(ref, values)), files);
        setKey(store, keys, key);
        return store.handle(spec).value();
    }

    /**
     * A class keeps its name when its content changes; here the versions stand side by side, so their names in the
     * snapshot are changed to those of today.
     */
    private StateRef renamed(StateRef ref, Serde<?> today) throws IOException {
        String version = today.fingerprint().contains("$Retyped$") ? "$Retyped$" : "$After$";
        if (!(ref.keySerde() + ref.valueSerde()).contains("$Before$")) {
            return ref;
        }
        String keySerde = ref.keySerde().replace("$Before$", version);
        String valueSerde = ref.valueSerde().replace("$Before$", version);
        CanonicalReader reader = new CanonicalReader(files.read(ref.files().get(0)), "test");
        FileRef file = files.writeExclusive("renamed", out -> {
            CanonicalWriter writer =
                    new CanonicalWriter(out, new CanonicalHeader("state", "value", keySerde, valueSerde, 1));
            while (reader.nextKeyGroup()) {
                writer.beginKeyGroup(reader.keyGroup());
                while (reader.nextEntry()) {
                    writer.writeEntry(reader.key(), reader.namespace(), reader.value());
                }
            }
            writer.finish();
        });
        return new StateRef(ref.state(), ref.format(), ref.keyGroups(), keySerde, valueSerde, List.of(file));
    }

    private static <K> KeyedStateStore open(Serde<K> keys, StateSpec<?> spec) {
        return new HeapStateBackend().open(new KeyedStateContext("job", "uid", 0, ALL, keys, List.of(spec)));
    }

    private static <K> void setKey(KeyedStateStore store, Serde<K> keys, K key) {
        store.setCurrentKey(key, KeyRouting.of(keys, GROUPS).keyGroupOf(key));
    }
}
