// SPDX-License-Identifier: Apache-2.0
/** The memory of the process while it sends a compliance export of a million rows. */
import { decide } from '../generators.ts';
import { asEveryOrganization, makeSessions } from '../members.ts';
import { progress } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import type { Row } from '../table.ts';
import { residentMib } from './memory.ts';

const ORGANIZATION = 'Twenty policies';
const DECISIONS = 200;
const ROWS = 1_000_000;
const MEMORY_MIB_MAX = 256;
const SAMPLE_BYTES = 4 * 1_048_576;
const EXPORT_WITHIN_MS = 600_000;
const LINE_FEED = 10;

/** The rows are copies of decisions, each a millisecond older than the one before. */
export async function measureComplianceExport(stage: Stage): Promise<Row[]> {
  const maker = await stage.startService();
  await decide(maker.baseUrl, ORGANIZATION, { until: { requests: DECISIONS } });
  await maker.stop();
  progress(`compliance: making ${ROWS} rows`);
  await asEveryOrganization(stage.connectionString, async (client) => {
    await client.query(COPY_EVENTS, [ORGANIZATION, ROWS]);
    await client.query('ANALYZE svc.events');
  });
  const owner = { organization: ORGANIZATION, role: 'OWNER', count: 1 } as const;
  const [token = ''] = await makeSessions(stage.connectionString, owner);
  const service = await stage.startService();
  const emptyMib = residentMib(service.pid);
  progress('compliance: exporting');
  const startMs = performance.now();
  const { rows, peakMib } = await readExport(service, token);
  const seconds = (performance.now() - startMs) / 1_000;
  if (rows < ROWS) throw new Error(`the export ended after ${rows} rows`);
  return [
    {
      what: `Compliance export of ${ROWS.toLocaleString('en')} rows as CSV, memory at its peak beyond that before`,
      ours: `${Math.round(rows / seconds).toLocaleString('en')} rows/s`,
      beside: `process: ${emptyMib.toFixed(0)} MiB before, ${peakMib.toFixed(0)} MiB at the peak`,
      results: [peakMib - emptyMib],
      unit: ' MiB',
      target: { bound: 'max', value: MEMORY_MIB_MAX },
    },
  ];
}

/** Counts the lines after the first, and samples the memory of the service on the way. */
async function readExport(
  { baseUrl, pid }: { baseUrl: string; pid: number },
  token: string,
): Promise<{ rows: number; peakMib: number }> {
  const response = await fetch(`${baseUrl}/compliance/export?format=csv`, {
    headers: { cookie: `__Host-svc_access=${token}` },
    signal: AbortSignal.timeout(EXPORT_WITHIN_MS),
  });
  if (response.status !== 200 || response.body === null) throw new Error(`answered with ${response.status}`);
  let rows = -1;
  let peakMib = residentMib(pid);
  let unsampled = 0;
  for await (const piece of response.body) {
    for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, at + 1)) rows += 1;
    unsampled += piece.length;
    if (unsampled < SAMPLE_BYTES) continue;
    unsampled = 0;
    peakMib = Math.max(peakMib, residentMib(pid));
  }
  return { rows, peakMib };
}

const COPY_EVENTS = `
  INSERT INTO svc.events (organization_id, id, seq, created_at, sandbox, api_key_id, agent_id, resource_id, action,
    destination, records_affected, decision, evaluated_decision, risk_level, risk_score, quota_exceeded, record)
  SELECT e.organization_id,
    (lpad(to_hex((extract(epoch FROM e.created_at) * 1000)::bigint - n), 12, '0')
      || substr(replace(gen_random_uuid()::text, '-', ''), 13))::uuid,
    -(n::bigint * 1000000 + e.seq), e.created_at - n * interval '1 millisecond', false, e.api_key_id, e.agent_id,
    e.resource_id, e.action, e.destination, e.records_affected, e.decision, e.evaluated_decision, e.risk_level,
    e.risk_score, e.quota_exceeded, e.record
  FROM (
    SELECT e.*, count(*) OVER () AS decisions FROM svc.events e JOIN svc.organizations o USING (organization_id)
    WHERE o.name = $1
  ) e CROSS JOIN LATERAL generate_series(1, ceil($2::numeric / e.decisions)::int) n`;
