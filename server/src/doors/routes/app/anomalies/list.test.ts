// SPDX-License-Identifier: Apache-2.0
/** The answers of one route, by their status. */
import type { AnomalyItem, AnomalyList, AnomalyScan } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordPast } from '#harness/history';
import { call, IDS, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

/** The list of anomalies: every filter, search and page, for every member; a note with its verifiable commitment. */
describe('200', () => {
  let service: TestService;
  let owner: Browser;
  let member: Browser;
  let opened: AnomalyItem[];
  beforeAll(async () => {
    service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: ' []' }) });
    owner = await signIn(service.baseUrl, PEOPLE.owner);
    member = await signIn(service.baseUrl, PEOPLE.member);
    const reading = (agent: string, resource: string) => ({ agent, resource, action: 'READ_DATA' });
    for (const body of [reading('billing-bot', 'orders'), reading('reader-bot', 'customers')]) {
      await recordPast(service, { body, hoursAgo: [80, 56, 32], eventsEach: 20 });
    }
    for (const body of [
      { ...reading('billing-bot', 'orders'), action: 'WRITE_DATA' },
      { ...reading('billing-bot', 'orders'), destination: 'EXTERNAL_EMAIL', recordsAffected: 9_000 },
      { ...reading('reader-bot', 'customers'), destination: 'EXTERNAL_API' },
    ]) {
      await call(service.baseUrl, '/v1/events', { body });
    }
    const scan = await owner.call<AnomalyScan>('/anomalies/scan', { method: 'POST' });
    opened = scan.body.opened;
  });
  afterAll(() => service.stop());

  const list = async (query = '', browser = member) => {
    const { status, body } = await browser.call<AnomalyList>(`/anomalies${query}`);
    expect(status).toBe(200);
    return body;
  };
  const kinds = ({ items }: AnomalyList) => items.map(({ kind, agent }) => `${agent.name} ${kind}`);

  it('lists what was opened, the last first, page by page', async () => {
    const all = await list();
    expect(all.items).toEqual(opened.toReversed());
    expect(kinds(all).toSorted()).toEqual([
      'billing-bot NEW_ACTION',
      'billing-bot NEW_EXTERNAL_DEST',
      'billing-bot VOLUME_SPIKE',
      'reader-bot NEW_EXTERNAL_DEST',
    ]);
    const first = await list('?limit=3');
    const second = await list(`?limit=3&cursor=${first.nextCursor}`);
    expect([...first.items, ...second.items]).toEqual(all.items);
    expect(second.nextCursor).toBeNull();
  });

  describe('finds by', () => {
    it.each([
      ['?kind=NEW_ACTION', 1],
      ['?severity=HIGH', 3],
      ['?agent=reader-bot', 1],
      [`?agent=${IDS.billingBot}`, 3],
      ['?q=ORDERS', 1],
      ['?q=reader', 1],
      ['?q=%25', 0],
      ['?status=OPEN', 4],
      ['?status=CLOSED', 0],
      ['?status=OPEN&severity=HIGH&q=billing', 2],
    ])('%s', async (query, found) => {
      expect((await list(query)).items).toHaveLength(found);
    });

    it('its id', async () => {
      expect((await list(`?q=${opened[0]?.id.toUpperCase()}`)).items).toEqual([opened[0]]);
    });
  });

  it('shows who closed it and with which note, which the export discloses beside its commitment', async () => {
    const id = String(opened[0]?.id);
    const note = 'seen with the team ✓';
    await owner.call(`/anomalies/${id}/close`, { method: 'POST', body: { note } });
    expect((await list('?status=CLOSED')).items).toMatchObject([
      { id, status: 'CLOSED', note, closedBy: { name: 'Olivia Owner' }, closedAt: expect.any(String) },
    ]);
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const text = await (
      await fetch(`${service.baseUrl}/audit/export`, { headers: { 'sec-fetch-site': 'same-origin', cookie } })
    ).text();
    const line = text.split('\n').find((one) => one.includes('"anomaly.closed"'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      disclosed: { note },
      entry: { kind: 'anomaly.closed', subject: { type: 'anomaly', id }, metadata: { role: 'OWNER' } },
    });

    const erased = await owner.call(`/anomalies/${id}/erase-note`, { method: 'POST' });
    expect(erased.status).toBe(204);
    expect((await owner.call(`/anomalies/${id}/erase-note`, { method: 'POST' })).status).toBe(409);
    const after = await (
      await fetch(`${service.baseUrl}/audit/export`, { headers: { 'sec-fetch-site': 'same-origin', cookie } })
    ).text();
    expect(after).not.toContain('with the team');
    expect(after).toContain('"anomaly.note_erased"');
    expect((await list('?status=CLOSED')).items).toMatchObject([{ id, note: null }]);
  });
});

/** An invalid query of the list is refused by the name of the field. */
describe('400', () => {
  let service: TestService;
  let owner: Browser;
  beforeAll(async () => {
    service = await openOrganization({ provisioning: acmeWithPeople });
    owner = await signIn(service.baseUrl, PEOPLE.owner);
  });
  afterAll(() => service.stop());

  it.each([
    ['/anomalies?limit=0', 'limit'],
    ['/anomalies?limit=201', 'limit'],
    ['/anomalies?cursor=x', 'cursor'],
    [`/anomalies?cursor=${Buffer.from('9'.repeat(16)).toString('base64url')}`, 'cursor'],
    ['/anomalies?kind=STRANGE', 'kind'],
    ['/anomalies?status=open', 'status'],
    [`/anomalies?q=${'x'.repeat(101)}`, 'q'],
    ['/anomalies?unknown=1', 'unknown'],
  ])('%s names %s', async (path, field) => {
    const { status, body } = await owner.call(path);
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]]);
  });

  it.each([
    ['/anomalies/x/close', {}, 'id'],
    ['/anomalies/018f0000-0000-7000-8000-00000000ffff/close', { note: 'x'.repeat(2_001) }, 'note'],
    ['/anomalies/018f0000-0000-7000-8000-00000000ffff/close', { note: 1 }, 'note'],
    ['/anomalies/018f0000-0000-7000-8000-00000000ffff/close', { text: '' }, 'text'],
  ])('POST %s %o names %s', async (path, body, field) => {
    const answer = await owner.call(path, { method: 'POST', body });
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [field]]);
  });
});
