// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a grant lets exactly the approved act through, within its bounds, and never more often than it says. */
import { verifyEntries } from '@svc/core/audit-chain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACT, type Granting, inHours, openGranting, POLICY } from '#harness/granting';
import { ACME, call, IDS, otherProcess, TEST_KEY } from '#harness/service';
import { readAuditEntries } from '#harness/service/rows.ts';
import { openBrowser, PEOPLE } from '#harness/service/sessions.ts';

let granting: Granting;
beforeEach(async () => {
  granting = await openGranting();
});
afterEach(() => granting.service.stop());

const pending = async (id: string) => {
  const { body } = await call<{ review: { status: string } }>(granting.service.baseUrl, `/v1/events/${id}`);
  expect(body.review.status).toBe('PENDING');
  expect(await granting.grants()).toEqual([]);
};

describe('a grant', () => {
  it('answers the same act from then on, and says so', async () => {
    const asked = await granting.grant(undefined, { usesMax: 3, note: 'Nightly export.' });
    const [grant] = await granting.grants('?status=LIVE');
    expect(grant).toMatchObject({
      agent: { name: 'billing-bot' },
      usesMax: 3,
      uses: 0,
      eventId: asked.id,
      mayEnd: true,
    });
    const allowed = await granting.ask({ recordsAffected: 99 });
    expect(allowed).toMatchObject({
      decision: 'ALLOW',
      evaluatedDecision: 'ALLOW',
      policy: { name: 'Exports' },
      cause: { by: 'GRANT' },
      grant: { id: grant?.id, until: grant?.until, usesLeft: 2 },
    });
    expect(allowed.reasons[0]).toContain(`the grant ${grant?.id} answers until`);
    const [entry] = (await granting.entries('decision.recorded')).slice(-1);
    expect(entry?.metadata.grantId).toBe(grant?.id);
    expect((await granting.grants())[0]?.uses).toBe(1);
  });

  it.each([
    ['more records', { recordsAffected: 101 }],
    ['no number of records', { recordsAffected: undefined }],
    ['another destination', { destination: 'EXTERNAL_API' }],
    ['no destination', { destination: undefined }],
    ['another resource', { resource: 'orders' }],
    ['another agent', { agent: 'support-bot' }],
    ['a finding that was not there', { content: 'ana@example.com' }],
  ])('does not answer an act with %s', async (_title, over) => {
    await granting.grant();
    expect(await granting.ask(over)).not.toMatchObject({ decision: 'ALLOW' });
  });

  it('is told by an entry from which its rule can be built again, and its note opens the commitment', async () => {
    const asked = await granting.grant(undefined, { note: 'Nightly export.', recordsAffectedMax: 40 });
    const [created] = await granting.entries('grant.created');
    expect(created?.metadata).toEqual({
      ...{ agentId: IDS.billingBot, action: 'EXPORT_DATA', resourceId: IDS.customers, destination: 'INTERNAL' },
      ...{ call: null, dlpTypes: [], policyId: asked.policy?.id, recordsAffectedMax: 40, usesMax: null },
      ...{ actionDigest: asked.actionDigest, eventId: asked.id, madeBy: await granting.accountOf(PEOPLE.owner) },
      until: expect.any(String),
      noteCommitment: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const all = await readAuditEntries(granting.service.database, ACME);
    expect(verifyEntries(all)).toMatchObject({ isValid: true });
    expect(JSON.stringify(all)).not.toContain('Nightly');
  });

  it('needs a recent sign-in, and is made in the app alone', async () => {
    const { id } = await granting.ask();
    await granting.sql(`UPDATE svc.sessions SET signed_in_at = now() - interval '1 hour'`);
    const { owner } = granting.people;
    expect(await granting.approve(owner, id)).toMatchObject({
      status: 401,
      body: { error: 'reauthentication_required' },
    });
    await pending(id);
    expect((await granting.approve(owner, id, null)).status).toBe(200);
  });
});

describe('26: bounds', () => {
  it.each([
    ['longer than the cap', () => ({ until: inHours(25) }), 'grant.until'],
    ['in the past', () => ({ until: inHours(-1) }), 'grant.until'],
    ['of more records than the act', () => ({ recordsAffectedMax: 101 }), 'grant.recordsAffectedMax'],
    ['of no use', () => ({ usesMax: 0 }), 'grant.usesMax'],
    ['of too many uses', () => ({ usesMax: 1_001 }), 'grant.usesMax'],
  ])('refuse a grant %s, and the review waits', async (_title, over, field) => {
    const { id } = await granting.ask();
    const answer = await granting.approve(granting.people.owner, id, over());
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields ?? {})).toEqual([field]);
    await pending(id);
  });

  it('are nothing at all where the organization sets none', async () => {
    await granting.set({ grantHoursMax: 0 });
    const { id } = await granting.ask();
    expect((await granting.approve(granting.people.owner, id)).status).toBe(400);
  });
});

describe('27: what no grant lets through', () => {
  const refused = async (id: string, why: RegExp) => {
    const answer = await granting.approve(granting.people.owner, id);
    expect(answer).toMatchObject({ status: 409, body: { error: 'grant_not_allowed' } });
    expect(answer.body.message).toMatch(why);
    await pending(id);
  };

  it('is an act of the risk CRITICAL', async () => {
    const { id, riskLevel } = await granting.ask({
      destination: 'EXTERNAL_EMAIL',
      recordsAffected: 50_000,
      content: '529.982.247-25',
    });
    expect(riskLevel).toBe('CRITICAL');
    await refused(id, /CRITICAL/);
  });

  it('is one with health data', async () => {
    await refused(
      (await granting.ask({ content: 'Diagnóstico do paciente: diabetes, CID E11.' })).id,
      /health|CRITICAL/,
    );
  });

  it('is one that a guardrail keeps for people, whatever its number of records', async () => {
    const claim = { name: 'Exports are asked for', atLeast: 'REVIEW', when: { action: 'EXPORT', minRecords: 50 } };
    const { owner } = granting.people;
    expect((await owner.call('/guardrails', { body: { claim } })).status).toBe(201);
    await refused((await granting.ask()).id, /guardrail "Exports are asked for"/);
    await granting.grant(owner, { recordsAffectedMax: 10 }, { recordsAffected: 49 });
  });

  it('is one of a policy without grants, of a TEST key, without a number, or of an agent with an anomaly', async () => {
    await refused((await granting.ask({ recordsAffected: undefined })).id, /how many records/);
    await refused((await granting.ask({}, undefined, TEST_KEY)).id, /TEST key/);
    await granting.apply([{ ...POLICY, approvals: {} }]);
    await refused((await granting.ask()).id, /does not allow grants/);
    const old = await granting.ask();
    await granting.apply([POLICY]);
    await refused(old.id, /does not allow grants/);
    const before = await granting.ask();
    await granting.apply([{ ...POLICY, approverRoles: ['OWNER'] }]);
    await refused(before.id, /changed since/);
    const { id } = await granting.ask();
    await granting.sql(
      `INSERT INTO svc.anomalies (organization_id, id, agent_id, kind, severity, message_params, created_at,
         updated_at, opened_seq)
       SELECT organization_id, gen_random_uuid(), $1, 'RATE_SPIKE', 'HIGH', '{}', now(), now(), 1 FROM svc.organizations
       WHERE name = $2`,
      [IDS.billingBot, ACME],
    );
    await refused(id, /open anomaly/);
  });

  it('is one that only a budget asks about', async () => {
    await granting.apply([]);
    await granting.sql(
      `INSERT INTO svc.budgets (organization_id, id, name, spec, series, since, created_at, updated_at)
       SELECT organization_id, gen_random_uuid(), 'None', $1, 1, now(), now(), now() FROM svc.organizations WHERE name = $2`,
      [
        JSON.stringify({
          measure: 'RECORDS',
          limit: 1,
          window: 'MONTH',
          per: 'ORGANIZATION',
          action: 'EXPORT',
          onExceed: 'REVIEW',
          approvals: { grants: true },
        }),
        ACME,
      ],
    );
    await granting.sql('UPDATE svc.organization_heads SET generation = generation + 1');
    await refused((await granting.ask()).id, /budget/);
  });
});

describe('28: one use left', () => {
  it('is one decision by the grant of many at once on two processes, and the others are reviews', async () => {
    await granting.grant(undefined, { usesMax: 1 });
    const other = await otherProcess(granting.service);
    const asked = await Promise.all(
      Array.from({ length: 20 }, (_, n) => granting.ask({}, n % 2 ? other.baseUrl : granting.service.baseUrl)),
    );
    await other.stop();
    expect(asked.filter(({ decision }) => decision === 'ALLOW')).toHaveLength(1);
    expect(asked.filter(({ decision }) => decision === 'REVIEW')).toHaveLength(19);
  });
});

describe('29: a policy that is changed while acts of a grant are recorded', () => {
  it('ends the grant: what is decided after the answer to the change is asked about', async () => {
    await granting.grant();
    const other = await otherProcess(granting.service);
    const acts = Array.from({ length: 30 }, (_, n) =>
      granting.ask({}, n % 2 ? other.baseUrl : granting.service.baseUrl),
    );
    await granting.apply([{ ...POLICY, approverRoles: ['OWNER'] }]);
    const after = await Promise.all([granting.ask(), granting.ask({}, other.baseUrl)]);
    await Promise.all(acts);
    await other.stop();
    expect(after.map(({ decision }) => decision)).toEqual(['REVIEW', 'REVIEW']);
    const all = await readAuditEntries(granting.service.database, ACME);
    const ended = all.findIndex(({ kind }) => kind === 'grant.ended');
    expect(all[ended]?.metadata).toMatchObject({ reason: 'POLICY' });
    const later = all.slice(ended).filter(({ metadata }) => 'grantId' in metadata && metadata.grantId !== null);
    expect(later).toEqual([]);
    const [used] = await granting.sql('SELECT uses FROM svc.grants');
    expect(used?.uses).toBe(all.filter(({ metadata }) => typeof metadata.grantId === 'string').length);
  });
});

describe('30: a maker who leaves', () => {
  it('at the same moment: before is granted, after asks', async () => {
    const { owner, admin } = granting.people;
    await granting.grant(admin);
    const other = await otherProcess(granting.service);
    const acts = Array.from({ length: 20 }, () => granting.ask({}, other.baseUrl));
    const id = await granting.accountOf(PEOPLE.admin);
    expect((await owner.call(`/members/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await granting.ask({}, other.baseUrl)).decision).toBe('REVIEW');
    await Promise.all(acts);
    await other.stop();
    const all = await readAuditEntries(granting.service.database, ACME);
    const ended = all.findIndex(({ kind }) => kind === 'grant.ended');
    expect(all.slice(ended).some(({ metadata }) => typeof metadata.grantId === 'string')).toBe(false);
    expect(all[ended - 1]?.kind).toBe('member.removed');
    expect(verifyEntries(all)).toMatchObject({ isValid: true });
  });
});

it('has a page of its own process: another browser sees what one made at once', async () => {
  await granting.grant();
  const other = await otherProcess(granting.service);
  const there = openBrowser(other.baseUrl, granting.people.member.cookies);
  const { body } = await there.call<{ items: object[] }>('/grants?agent=billing-bot&action=EXPORT_DATA');
  await other.stop();
  expect(body.items).toMatchObject([{ mayEnd: false, recordsAffectedMax: ACT.recordsAffected }]);
});
