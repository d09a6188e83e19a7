// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: an endpoint is disabled when it failed everything for five days, not for failures with long pauses between
 * them.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ACME, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithWebhooks } from '#harness/webhooks';
import { inTransaction } from '../../storage/db/index.ts';
import { delayMsMax } from '../../storage/outbox/index.ts';
import type { Claim } from './claim.ts';
import { disableEndpoints } from './disable.ts';
import { noteHealth } from './health.ts';
import { BACK_OFF, FAILURES_APART_MS_MAX } from './limits.ts';
import type { Verdict } from './retry-schedule.ts';

const HOUR_MS = 3_600_000;
const BEGAN_AT_MS = Date.parse('2026-11-02T09:00:00Z');
const URL_OF_NOBODY = 'https://siem.example/hook';

let service: TestService;
let claim: Claim;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithWebhooks([URL_OF_NOBODY]) });
  const { organization_id: organizationId, id: endpointId } = await endpoint();
  claim = { organizationId, endpointId, url: URL_OF_NOBODY } as Claim;
});
afterAll(() => service.stop());
beforeEach(async () => {
  await readRows(
    service.database,
    `UPDATE svc.webhook_endpoints
     SET disabled_at = NULL, disabled_reason = NULL, failing_since = NULL, last_failed_at = NULL`,
  );
});

interface EndpointRow extends Record<string, unknown> {
  organization_id: string;
  id: string;
  disabled_at: Date | null;
  disabled_reason: string | null;
  failing_since: Date | null;
}

async function endpoint(): Promise<EndpointRow> {
  const [row] = await readRows<EndpointRow>(service.database, 'SELECT * FROM svc.webhook_endpoints');
  if (row === undefined) throw new Error('no endpoint');
  return row;
}

/** The worker's steps at the end of an attempt, `hours` after the beginning. */
async function attemptEnds(hours: number, verdict: Verdict): Promise<void> {
  const nowMs = BEGAN_AT_MS + hours * HOUR_MS;
  const outcomes = [{ claim, verdict }];
  const failing = await inTransaction(service.app.pool, [claim.organizationId], (transaction) =>
    noteHealth(transaction, claim.organizationId, outcomes, nowMs),
  );
  await disableEndpoints(service.app.pool, { gone: [], failing }, nowMs);
}

/** The hours from the beginning to its disabling; null when it was not disabled. */
async function disabledAfterHours(failures: readonly number[], verdict: Verdict = 'retry'): Promise<number | null> {
  for (const hours of failures) await attemptEnds(hours, verdict);
  const { disabled_at: at } = await endpoint();
  return at === null ? null : (at.getTime() - BEGAN_AT_MS) / HOUR_MS;
}

const every = (hours: number, upTo: number) => Array.from({ length: upTo / hours + 1 }, (_, index) => index * hours);

describe('an endpoint is disabled', () => {
  it.each([
    ['that fails many times an hour', every(0.5, 121)],
    ['that fails once a day', every(24, 120)],
    ['that is tried as seldom as one delivery is', every(28.8, 144)],
  ])('%s, five days after the first failure', async (_what, failures) => {
    expect(await disabledAfterHours(failures.filter((hours) => hours < 120))).toBeNull();
    const after = await disabledAfterHours(failures.filter((hours) => hours >= 120));
    expect(after).toBe(failures.find((hours) => hours >= 120));
    expect((await readAuditEntries(service.database, ACME)).at(-1)).toMatchObject({
      kind: 'webhook.disabled',
      at: new Date(BEGAN_AT_MS + (after ?? 0) * HOUR_MS).toISOString(),
      metadata: { reason: 'failing' },
    });
  });

  it('that refuses each delivery for good, as one whose attempts are repeated', async () => {
    expect(await disabledAfterHours(every(24, 120), 'failed')).toBe(120);
  });
});

describe('an endpoint is left alone', () => {
  it.each([
    ['at the first failure of all', [0]],
    ['at the first failure after a quiet week', [0, 168]],
    ['when a week is quiet after three days of failures', [...every(12, 72), 240, 264]],
    ['when it fails once in two days, whatever the number', every(48, 480)],
    ['a moment before five days are over', [...every(24, 96), 119.99]],
  ])('%s', async (_what, failures) => {
    expect(await disabledAfterHours(failures)).toBeNull();
  });

  it('that took a single delivery in between', async () => {
    for (const hours of every(12, 108)) await attemptEnds(hours, 'retry');
    await attemptEnds(110, 'delivered');
    expect((await endpoint()).failing_since).toBeNull();
    expect(await disabledAfterHours([121, 145, 169, 193, 217])).toBeNull();
    expect(await disabledAfterHours([241])).toBe(241);
  });

  it('that answered 410 at an address that it has no longer', async () => {
    const elsewhere = { ...claim, url: 'https://siem.example/before' };
    await disableEndpoints(service.app.pool, { gone: [elsewhere], failing: [] }, BEGAN_AT_MS);
    expect((await endpoint()).disabled_at).toBeNull();
    await disableEndpoints(service.app.pool, { gone: [claim], failing: [] }, BEGAN_AT_MS);
    expect((await endpoint()).disabled_reason).toBe('gone');
  });

  it('that took a delivery between the failure that was one too many and its end', async () => {
    for (const hours of every(12, 108)) await attemptEnds(hours, 'retry');
    const nowMs = BEGAN_AT_MS + 120 * HOUR_MS;
    const failing = await inTransaction(service.app.pool, [claim.organizationId], (transaction) =>
      noteHealth(transaction, claim.organizationId, [{ claim, verdict: 'retry' }], nowMs),
    );
    expect(failing).toEqual([{ organizationId: claim.organizationId, endpointId: claim.endpointId }]);
    await attemptEnds(120, 'delivered');
    await disableEndpoints(service.app.pool, { gone: [], failing }, nowMs);
    expect((await endpoint()).disabled_at).toBeNull();
  });
});

it('sees a pause only where no delivery can be waiting', () => {
  expect(delayMsMax(BACK_OFF)).toBe(28.8 * HOUR_MS);
  expect(delayMsMax(BACK_OFF) + 2 * HOUR_MS).toBeLessThan(FAILURES_APART_MS_MAX);
});
