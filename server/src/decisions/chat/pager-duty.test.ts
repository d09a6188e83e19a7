// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a review that no one opens in time is one incident, which ends with the review. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ask, lastFailures, ofSlack, passTime, send, sql, startSlackService, stopSlackService } from '#harness/slack';
import { startUpstream, type Upstream } from '#harness/upstream';
import { escalateReviews } from '../reviews/index.ts';

interface PagerEvent {
  event_action: string;
  dedup_key: string;
  routing_key: string;
  payload?: { summary: string; severity: string; source: string; custom_details: { review: string } };
}

let pager: Upstream;
let events: PagerEvent[];
let next: (number | 'lost')[];
beforeEach(async () => {
  events = [];
  next = [];
  await startSlackService();
  pager = await startUpstream(({ path, body }, reply, socket) => {
    events.push(JSON.parse(body));
    const how = path === '/v2/enqueue' ? (next.shift() ?? 202) : 404;
    if (how === 'lost') return socket.destroy();
    return reply.writeHead(how, { 'retry-after': '60' }).end('{"status":"success","message":"Event processed"}');
  });
  const body = { name: 'on-call', kind: 'INCIDENT', provider: 'PAGERDUTY', url: pager.url, routingKey: 'R0UT1NG' };
  const made = await ofSlack().owner.call<{ id: string }>('/integrations', { body });
  expect(made.status).toBe(201);
  const escalation = { afterPercent: 50, roles: ['OWNER'], chatIntegrationId: null };
  const change = { chatIntegrationId: null, escalation: { ...escalation, incidentIntegrationId: made.body.id } };
  expect((await ofSlack().owner.call('/notifications', { method: 'PATCH', body: change })).status).toBe(200);
});
afterEach(async () => {
  await pager.stop();
  await stopSlackService();
});

/** Half of the time of a review, and a little. */
async function escalate(): Promise<void> {
  await sql(`UPDATE svc.reviews SET created_at = expires_at - 2.2 * (expires_at - $1)`, [
    ofSlack().service.clock.now(),
  ]);
  await escalateReviews(ofSlack().service.app.pool, new AbortController().signal);
}

it.each([
  ['LOW', 'info'],
  ['MEDIUM', 'warning'],
  ['HIGH', 'error'],
  ['CRITICAL', 'critical'],
])('of risk %s is an incident of severity %s, and is resolved with its review', async (risk, severity) => {
  const id = await ask();
  await sql('UPDATE svc.events SET risk_level = $1', [risk]);
  await send();
  expect(events).toEqual([]);
  await escalate();
  await send();
  await send();
  expect(events).toEqual([
    expect.objectContaining({
      routing_key: 'R0UT1NG',
      event_action: 'trigger',
      dedup_key: id,
      links: [{ href: `${ofSlack().service.baseUrl}/app/reviews?event=${id}`, text: 'Open' }],
    }),
  ]);
  const { payload } = events[0] ?? expect.fail();
  expect(payload).toMatchObject({ severity, source: 'svc' });
  expect(payload?.summary).toMatch(/^No one has opened this review: billing-bot wants to export/);
  await ofSlack().owner.call(`/reviews/${id}/deny`, { method: 'POST', body: {} });
  await send();
  await send();
  expect(events.slice(1)).toEqual([{ routing_key: 'R0UT1NG', event_action: 'resolve', dedup_key: id }]);
});

it('is resolved when the review expires, and untouched by an approval that is not the last', async () => {
  const id = await ask();
  await sql('UPDATE svc.reviews SET approvals_needed = 2');
  await escalate();
  await send();
  await ofSlack().owner.call(`/reviews/${id}/approve`, { method: 'POST', body: {} });
  await send();
  expect(events).toHaveLength(1);
  passTime('25h');
  await send();
  expect(events.map(({ event_action: action }) => action)).toEqual(['trigger', 'resolve']);
});

it('is told again after a lost answer, a limit and an outage, under the same key', async () => {
  const id = await ask();
  await escalate();
  next = ['lost', 429, 503];
  for (let count = 0; count < 4; count += 1) {
    await send();
    passTime('2m');
  }
  expect(events.map(({ dedup_key: key }) => key)).toEqual([id, id, id, id]);
  await send();
  expect(events).toHaveLength(4);
});

it('that PagerDuty refuses is not told again, and people are told', async () => {
  await ask();
  await escalate();
  next = [400];
  await send();
  passTime();
  await send();
  expect(events).toHaveLength(1);
  expect(await lastFailures()).toContainEqual({ fault: 'MESSAGE_REFUSED', at: expect.stringMatching(/Z$/) });
});

it('is chosen among systems of incidents alone, and callers that know none keep it', async () => {
  const { owner } = ofSlack();
  const patch = (escalation: object) => owner.call('/notifications', { method: 'PATCH', body: { escalation } });
  const [slack] = await sql<{ id: string }>(`SELECT id FROM svc.integrations WHERE kind = 'CHAT_WEBHOOK'`);
  const base = { afterPercent: 25, roles: ['OWNER'], chatIntegrationId: null };
  expect((await patch({ ...base, incidentIntegrationId: slack?.id })).status).toBe(400);
  expect((await patch(base)).body).toMatchObject({ escalation: { incidentIntegrationId: expect.any(String) } });
  expect((await patch({ ...base, incidentIntegrationId: null })).body).toMatchObject({
    escalation: { incidentIntegrationId: null },
  });
});

it('goes with its integration', async () => {
  const [pagerDuty] = await sql<{ id: string }>(`SELECT id FROM svc.integrations WHERE kind = 'INCIDENT'`);
  await ask();
  await escalate();
  expect((await ofSlack().owner.call(`/integrations/${pagerDuty?.id}`, { method: 'DELETE' })).status).toBe(204);
  await send();
  expect(events).toEqual([]);
  expect(await sql('SELECT escalate_incident_id FROM svc.notice_settings')).toEqual([{ escalate_incident_id: null }]);
});
