package io.millrace.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A key of the test's own and the certificate that it signed for itself, valid for loopback. Immutable. */
final class TlsKeys {
    private static final String ALIAS = "broker";
    private static final String PASSWORD = "only-for-tests";
    private static final int BOUND_SECONDS = 60;

    private final Path keyStore;

    private TlsKeys(Path keyStore) {
        this.keyStore = keyStore;
    }

    /** Uses the key in a directory; makes one, with the JDK's own tool, if there is none. */
    static TlsKeys in(Path directory) {
        Path file = directory.resolve("broker.p12");
        if (!Files.exists(file)) {
            make(file);
        }
        return new TlsKeys(file);
    }

    private static void make(Path file) {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "EC",
                "-validity",
                "3650",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=ip:127.0.0.1,dns:localhost",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                file.toString());
        try {
            Files.createDirectories(file.getParent());
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            if (!Files.exists(file)) {
                throw new TestkitException("keytool did not make " + file + " within " + BOUND_SECONDS + " s");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Could not make a key in " + file, e);
        } catch (InterruptedException e) {
            throw Await.interrupted("for keytool", e);
        }
    }

    /** What the broker needs. */
    Map<String, String> broker() {
        return Map.of(
                "ssl.keystore.type",
                "PKCS12",
                "ssl.keystore.location",
                keyStore.toString(),
                "ssl.keystore.password",
                PASSWORD);
    }

    /** What clients need to trust the broker. */
    Map<String, String> client() {
        return Map.of("ssl.truststore.type", "PEM", "ssl.truststore.certificates", certificate());
    }

    private String certificate() {
        try (InputStream in = Files.newInputStream(keyStore)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, PASSWORD.toCharArray());
            String encoded = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                    .encodeToString(store.getCertificate(ALIAS).getEncoded());
            return "-----BEGIN CERTIFICATE-----\n" + encoded + "\n-----END CERTIFICATE-----\n";
        } catch (IOException | GeneralSecurityException e) {
            throw new TestkitException("Could not read the certificate in " + keyStore, e);
        }
    }
}
