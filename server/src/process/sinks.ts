// SPDX-License-Identifier: Apache-2.0
/** Opens the ways to the collector of the operator. */
import type pg from 'pg';
import { BUILD_VERSION } from '../doors/http/index.ts';
import { createCollector, createSpans, type Spans } from '../outgoing/otlp/index.ts';
import type { Archive } from '../record/archive/index.ts';
import { createSink, type Sink } from '../record/sinks/index.ts';
import type { Metrics } from '../storage/metrics/index.ts';
import type { AppOptions } from './app-options.ts';

export interface Sinks {
  /** Null where no collector takes them. */
  events: Sink | null;
  spans: Spans | null;
  close(): Promise<void>;
}

export function openSinks(
  { otlp: settings = null, egress, clock, logger: log }: Pick<AppOptions, 'otlp' | 'egress' | 'clock' | 'logger'>,
  pool: pg.Pool,
  metrics: Metrics,
  archive: Archive,
): Sinks {
  if (settings === null) return { events: null, spans: null, close: async () => {} };
  const collectorAt = (url: string | null) =>
    url === null ? null : createCollector({ url, settings, nowMs: clock.nowMs, egress });
  const resource = { serviceName: settings.serviceName, version: BUILD_VERSION };
  const [forEvents, forSpans] = [collectorAt(settings.logsUrl), collectorAt(settings.tracesUrl)];
  const spans = forSpans && createSpans({ collector: forSpans, resource, clock, metrics, log });
  return {
    events: forEvents && createSink({ pool, archive, collector: forEvents, resource, metrics, log }),
    spans,
    close: () => Promise.all([forEvents?.close(), spans?.close()]).then(() => undefined),
  };
}
