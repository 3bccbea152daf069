package io.millrace.spi;

/**
 * Bytes in the checkpoint storage: a file or a part of one.
 *
 * @param path path of the file, relative to the job's folder
 * @param offset where the bytes begin
 * @param length how many there are
 * @param crc32c their CRC32C
 */
public record FileRef(String path, long offset, long length, int crc32c) {}
