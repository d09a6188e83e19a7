// SPDX-License-Identifier: Apache-2.0
/** Opens the way to the collector of the operator. */
import type pg from 'pg';
import { BUILD_VERSION } from '../doors/http/index.ts';
import { createCollector } from '../outgoing/otlp/index.ts';
import type { Archive } from '../record/archive/index.ts';
import { createSink, type Sink } from '../record/sinks/index.ts';
import type { Metrics } from '../storage/metrics/index.ts';
import type { AppOptions } from './app-options.ts';

export interface Sinks {
  /** Null where no collector takes them. */
  events: Sink | null;
  close(): Promise<void>;
}

export function openSinks(
  { otlp: settings = null, egress, logger: log }: AppOptions,
  pool: pg.Pool,
  metrics: Metrics,
  archive: Archive,
): Sinks {
  if (settings === null || settings.logsUrl === null) return { events: null, close: async () => {} };
  const nowMs = () => pool.clock.nowMs();
  const collector = createCollector({ url: settings.logsUrl, settings, nowMs, egress });
  const resource = { serviceName: settings.serviceName, version: BUILD_VERSION };
  return {
    events: createSink({ pool, archive, collector, resource, metrics, log }),
    close: () => collector.close(),
  };
}
