/** Guarantee: a written history is like one that has happened: its chain verifies, and counts and reviews agree. */
import { verifyEntries } from '@svc/core/audit-chain';
import { expect, it } from 'vitest';
import { everyOrganization } from '#harness/history';
import { call, openOrganization } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { signIn } from '#harness/service/sessions.ts';
import { createAddressReach } from '../egress/index.ts';
import { applyProvisioning, parseProvisioning } from '../provisioning/index.ts';
import { countAllDecisions } from '../rollups/index.ts';
import { createVault } from '../vault/index.ts';
import { ORGANIZATION, OWNER, writeHistory } from './index.ts';

const DAY_MS = 86_400_000;
const DAYS = 70;

it('has an audit chain that verifies, in the order of time, and works on as any organization', async () => {
  const service = await openOrganization();
  try {
    const { pool } = service.app;
    const [nowMs, key, password] = [Date.now(), `key_live_${'H'.repeat(43)}`, 'correct horse battery'];
    const vault = createVault([Buffer.alloc(32, 7)]);
    const deps = {
      pool,
      async provision(text: string, atMs: number) {
        const reach = createAddressReach([]);
        const applied = { pool, vault, reach, nowMs: atMs, log: { info() {} } };
        return (await applyProvisioning(applied, parseProvisioning(text, 'history'))).organizations[0]?.id ?? '';
      },
    };
    const owner = { email: OWNER, name: 'Olivia Prado', role: 'OWNER', password } as const;
    const cast = { name: ORGANIZATION, people: [owner], keys: { production: key } };
    const options = { nowMs, days: DAYS, perDay: 12, cast };
    const { organizationId, decisions, reviews } = await writeHistory(deps, options);
    const entries = await readAuditEntries(service.database, ORGANIZATION);
    expect(verifyEntries(entries)).toMatchObject({ isValid: true });
    const recorded = entries.filter(({ kind }) => kind === 'decision.recorded');
    expect(recorded).toHaveLength(decisions);
    const times = recorded.map(({ at }) => Date.parse(at));
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(times[0]).toBeGreaterThan(nowMs - DAYS * DAY_MS);
    expect(times.at(-1)).toBeLessThan(nowMs);
    const outcomes = new Set(recorded.map(({ metadata }) => metadata.decision));
    expect([...outcomes].sort()).toEqual(['ALLOW', 'BLOCK', 'REVIEW']);
    const answered = entries.filter(({ kind }) => /^review\.(?:approved|denied)$/.test(kind)).length;
    const [waiting] = await readRows<{ n: number }>(
      service.database,
      `SELECT count(*)::int AS n FROM svc.reviews WHERE organization_id = $1 AND status = 'PENDING'`,
      [organizationId],
    );
    expect(answered + (waiting?.n ?? 0)).toBe(reviews);
    // Sums, months and the next decision go on from there.
    // One run sums some days of an organization, and the next ones the others.
    const count = () => countAllDecisions(everyOrganization(service), new AbortController().signal);
    for (let left = await count(); left > 0; left = await count());
    const [counted] = await readRows<{ n: number }>(
      service.database,
      `SELECT sum(events)::int AS n FROM svc.usage_months WHERE organization_id = $1`,
      [organizationId],
    );
    const browser = await signIn(service.baseUrl, OWNER, password);
    const { body: usage } = await browser.call<{ events: number }>('/usage');
    expect((counted?.n ?? 0) + usage.events).toBe(decisions);
    const body = { agent: 'crm-sync', resource: 'customers', action: 'READ_DATA' };
    expect((await call(service.baseUrl, '/v1/events', { key, body })).status).toBe(200);
    await expect(writeHistory(deps, options)).rejects.toThrow('There is an organization');
  } finally {
    await service.stop();
  }
});
