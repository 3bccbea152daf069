/**
 * Keyed state in RocksDB, for state that outgrows the heap.
 *
 * <p>One database per task, one column family per state, with a cache of live objects in front that is written back at the
 * barrier. A snapshot uploads only files that no committed checkpoint holds yet. Of the engine only the API, the service
 * provider interfaces and the libraries beside them are used.
 */
@NullMarked
package io.millrace.rocksdb;

import org.jspecify.annotations.NullMarked;
