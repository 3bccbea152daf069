package io.millrace.rocksdb;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Keeps the backend outside the engine: it uses what was made for it and nothing else. */
class ArchitectureTest {

    @Test
    void shouldUseOnlyWhatWasMadeForBackends() {
        // given
        var thisModule = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.millrace.rocksdb");
        var allowed = resideInAnyPackage(
                "io.millrace.rocksdb..",
                "io.millrace.element..",
                "io.millrace.api..",
                "io.millrace.spi..",
                "io.millrace.time..",
                "io.millrace.metrics..",
                "io.millrace.serde..");

        // then
        classes()
                .should()
                .onlyDependOnClassesThat(not(resideInAPackage("io.millrace..")).or(allowed))
                .because("whoever writes a state backend of their own has no more than this either")
                .check(thisModule);
    }
}
