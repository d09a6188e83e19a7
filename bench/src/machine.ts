// SPDX-License-Identifier: Apache-2.0
/** The place and time of a measurement: a figure without them says nothing. */
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';

/** Above this load, another program is using the machine. */
const QUIET_LOAD_MAX = 0.5;

export interface Machine {
  lines: string[];
  /** Null when the machine was quiet. */
  warning: string | null;
}

/** @param loadAtStart load average of the last minute, before any measurement */
export function describeMachine(loadAtStart: number, postgresVersion: string): Machine {
  const processors = cpus();
  const memoryGib = (totalmem() / 2 ** 30).toFixed(1);
  return {
    lines: [
      `${processors[0]?.model.trim() ?? 'unknown processor'}, ${processors.length} cores, ${memoryGib} GiB; ` +
        `${platform()} ${release()} ${arch()}; Node ${process.version}, PostgreSQL ${postgresVersion}; ` +
        `the load generator runs on the same machine.`,
      `${new Date().toISOString()}, load average at the start: ${loadAtStart.toFixed(2)}.`,
    ],
    warning:
      loadAtStart > QUIET_LOAD_MAX
        ? `NOISE: the load average at the start was above ${QUIET_LOAD_MAX}; these figures say little.`
        : null,
  };
}

export function loadAverage(): number {
  return loadavg()[0] ?? 0;
}
