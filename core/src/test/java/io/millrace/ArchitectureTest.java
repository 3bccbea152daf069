package io.millrace;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Keeps the order of the packages. A failure here means that a class was put too low or reaches too high: move it, or
 * turn the dependency round with an interface in the lower package. Adding a package means choosing its place in
 * {@link #PACKAGES_BOTTOM_UP}.
 */
class ArchitectureTest {

    /** A package, together with its subpackages, uses only itself and those before it. */
    private static final List<String> PACKAGES_BOTTOM_UP = List.of(
            "element",
            "api",
            "spi",
            "time",
            "metrics",
            "serde",
            "state",
            "checkpoint",
            "channel",
            "operator",
            "plan",
            "runtime",
            "ops");

    private static JavaClasses core;

    @BeforeAll
    static void importCore() {
        core = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_JARS)
                .importPackages("io.millrace");
    }

    @Test
    void shouldUseOnlyLowerPackagesWhenInOrder() {
        var architecture = layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage("io.millrace..")
                .withOptionalLayers(true);
        for (String name : PACKAGES_BOTTOM_UP) {
            architecture = architecture.layer(name).definedBy("io.millrace." + name + "..");
        }
        for (int i = 0; i < PACKAGES_BOTTOM_UP.size(); i++) {
            var layer = architecture.whereLayer(PACKAGES_BOTTOM_UP.get(i));
            List<String> lower = PACKAGES_BOTTOM_UP.subList(0, i);
            architecture = lower.isEmpty()
                    ? layer.mayNotAccessAnyLayer()
                    : layer.mayOnlyAccessLayers(lower.toArray(String[]::new));
        }

        architecture.ensureAllClassesAreContainedInArchitecture().check(core);
    }

    @Test
    void shouldUseOnlyTheLibrariesChosenForIt() {
        // given: above all no kafka-clients and no rocksdbjni
        var allowed = new String[] {
            "io.millrace..",
            "java..",
            "org.slf4j..",
            "com.fasterxml.jackson..",
            "io.micrometer.core..",
            "org.jctools..",
            "org.jspecify.annotations.."
        };

        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(allowed)
                .because("core runs with any connector and any state backend")
                .check(core);
    }
}
