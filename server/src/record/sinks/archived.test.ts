// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: entries become old, and leave their table.
 * Guarantee: a collector that comes late gets what is in files too.
 */
import { expect, it } from 'vitest';
import { startArchiveService } from '#harness/audit-archive';
import { startCollector } from '#harness/collector';
import { createCollector } from '../../outgoing/otlp/index.ts';
import { createMetrics } from '../../storage/metrics/index.ts';
import { createSink } from './index.ts';

const DECISIONS = 600;

it('archived entries are sent from their files, and each one once', async () => {
  const old = await startArchiveService(DECISIONS);
  const receiver = await startCollector();
  const collector = createCollector({
    url: receiver.url,
    settings: { headers: {}, timeoutMs: 5_000 },
    nowMs: () => old.service.clock.nowMs(),
  });
  try {
    await old.turnOn(30);
    await old.archive();
    expect(await old.archivedBundles()).toBeGreaterThan(1);
    const [left] = await old.sql(`SELECT count(*)::int AS n FROM svc.audit_entries WHERE kind = 'decision.recorded'`);
    expect(left?.n).toBeLessThan(DECISIONS / 2);
    const log = { error: () => {}, info: () => {}, warn: () => {} };
    const resource = { serviceName: 'svc', version: '1.2.3' };
    const { pool } = old.service.app;
    const sink = createSink({ pool, archive: old.opened(), collector, resource, metrics: createMetrics(), log });
    expect(await sink.sendNew(new AbortController().signal)).toBe(0);
    const numbers = receiver.events().map(({ metadata }) => metadata.sequence);
    expect(numbers).toHaveLength(DECISIONS);
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
  } finally {
    await collector.close();
    await receiver.stop();
    await old.stop();
  }
});
