package io.millrace.integration.simulation;

import io.millrace.simulation.StorageFaults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** What goes wrong in a seed, and when. Each kind is off in some seeds, so that the others come often. */
final class Disturbances {

    private static final int MOST = 8;

    private enum Kind {
        KILL {
            @Override
            void happen(Simulation to) {
                any(to.alive(), to.random()).ifPresent(each -> each.process().kill());
                startUnlessOneIsUnderWay(to);
            }
        },
        KILL_AND_WAIT {
            @Override
            void happen(Simulation to) {
                to.alive().forEach(each -> each.process().kill());
            }
        },
        POWER_LOSS {
            @Override
            void happen(Simulation to) {
                to.tell("the power is lost");
                to.alive().forEach(each -> each.process().kill());
                to.losePower();
                to.start();
            }
        },
        SECOND_PROCESS {
            @Override
            void happen(Simulation to) {
                if (to.underWay().size() < Simulation.MOST_AT_ONCE) {
                    to.start();
                }
            }
        },
        FREEZE {
            @Override
            void happen(Simulation to) {
                any(to.awake(), to.random()).ifPresent(to::freeze);
                if (to.random().nextInt(3) > 0 && to.underWay().size() < Simulation.MOST_AT_ONCE) {
                    to.start();
                }
            }
        },
        THAW {
            @Override
            void happen(Simulation to) {
                to.alive().forEach(each -> each.process().thaw());
            }
        },
        STOP {
            @Override
            void happen(Simulation to) {
                any(to.underWay(), to.random()).ifPresent(each -> {
                    Duration timeout = Duration.ofMillis(
                            1 + to.random().nextInt(1 + to.random().nextInt(60_000)));
                    each.process().trace("is asked to stop within " + timeout);
                    each.job().stop(timeout);
                });
            }
        },
        RESCALE {
            @Override
            void happen(Simulation to) {
                to.drawParallelisms();
                any(to.underWay(), to.random())
                        .filter(each -> to.random().nextBoolean())
                        .ifPresent(each -> each.process().kill());
                to.start();
            }
        },
        USER_CODE_FAILS {
            @Override
            void happen(Simulation to) {
                to.userCode().failSoon();
                startUnlessOneIsUnderWay(to);
            }
        },
        FREEZE_IN_CALL {
            @Override
            void happen(Simulation to) {
                if (to.random().nextBoolean() && to.underWay().size() < Simulation.MOST_AT_ONCE) {
                    to.freezeInCall(to.start());
                } else {
                    any(to.awake(), to.random()).ifPresent(to::freezeInCall);
                    startUnlessOneIsUnderWay(to);
                }
            }
        },
        FREEZE_AT_FIRST_SWEEP {
            @Override
            void happen(Simulation to) {
                if (to.underWay().size() < Simulation.MOST_AT_ONCE) {
                    to.freezeAtFirstSweep();
                }
            }
        },
        CAPTURES_FAIL {
            @Override
            void happen(Simulation to) {
                int oneIn = 4 + to.random().nextInt(20);
                to.tell("one capture in " + oneIn + " fails");
                to.captures().oneIn(oneIn);
                startUnlessOneIsUnderWay(to);
            }
        },
        STORAGE_FAILS {
            @Override
            void happen(Simulation to) {
                int slow = to.random().nextInt(3) * 10;
                int fail = to.random().nextInt(4) * 15;
                to.tell("storage: one call in " + slow + " is slow, one in " + fail + " fails");
                to.disk().faults(StorageFaults.drawn(to.random(), slow, fail));
                startUnlessOneIsUnderWay(to);
            }
        },
        DAMAGE {
            @Override
            void happen(Simulation to) {
                to.alive().forEach(each -> each.process().kill());
                to.damage().happen(to::start);
                startUnlessOneIsUnderWay(to);
            }
        },
        OUTSIDE_FAILS {
            @Override
            void happen(Simulation to) {
                to.outside().disturb().ifPresent(to::tell);
                startUnlessOneIsUnderWay(to);
            }
        };

        abstract void happen(Simulation to);

        private static void startUnlessOneIsUnderWay(Simulation to) {
            if (to.underWay().isEmpty()) {
                to.start();
            }
        }

        private static Optional<Started> any(List<Started> from, Random random) {
            return from.isEmpty() ? Optional.empty() : Optional.of(from.get(random.nextInt(from.size())));
        }
    }

    private final Random random;
    private final List<Kind> kinds;
    private final int count;
    private final Gap.Lengths gaps;

    private Disturbances(Random random, List<Kind> kinds, int count, Gap.Lengths gaps) {
        this.random = random;
        this.kinds = kinds;
        this.count = count;
        this.gaps = gaps;
    }

    static Disturbances draw(Random random) {
        EnumSet<Kind> kinds = EnumSet.noneOf(Kind.class);
        for (Kind kind : Kind.values()) {
            if (random.nextInt(3) == 0) {
                kinds.add(kind);
            }
        }
        int count = kinds.isEmpty() ? 0 : random.nextInt(MOST + 1);
        return new Disturbances(random, new ArrayList<>(kinds), count, Gap.Lengths.draw(random));
    }

    /** Nothing but checkpoints that are given up: the next one must go through. */
    static Disturbances drawMild(Random random) {
        return new Disturbances(
                random, List.of(Kind.CAPTURES_FAIL), 1 + random.nextInt(MOST), Gap.Lengths.draw(random));
    }

    int count() {
        return count;
    }

    /** What passes before the next one. */
    Gap gap() {
        return gaps.next(random);
    }

    void next(Simulation to) {
        kinds.get(random.nextInt(kinds.size())).happen(to);
    }
}
