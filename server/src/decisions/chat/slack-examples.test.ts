// SPDX-License-Identifier: Apache-2.0
/** Guarantee: requests and answers in the form that Slack documents mean what its documentation says they mean. */
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  answerNext,
  ask,
  deliver,
  ephemeral,
  lastFailures,
  ofSlack,
  postId,
  send,
  signed,
  sql,
  startSlackService,
  statusOf,
  stopSlackService,
} from '#harness/slack';
import answers from './slack-examples/answers.json' with { type: 'json' };
import blockActions from './slack-examples/block-actions.json' with { type: 'json' };
import signature from './slack-examples/signature.json' with { type: 'json' };
import sslCheck from './slack-examples/ssl-check.json' with { type: 'json' };
import urlVerification from './slack-examples/url-verification.json' with { type: 'json' };
import viewSubmission from './slack-examples/view-submission.json' with { type: 'json' };

beforeEach(startSlackService);
afterEach(stopSlackService);

const at = (body: string, timestamp: string, signature: string) => ({
  body,
  headers: { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': signature },
});

it('the signed example is refused: its time is over, and it is no press', async () => {
  const body = signature.body.join('&');
  expect((await deliver(at(body, signature.timestamp, signature.signature))).status).toBe(401);
  const now = String(Math.floor(Date.now() / 1_000));
  const hash = createHmac('sha256', signature.signingSecret).update(`v0:${now}:${body}`).digest('hex');
  expect((await deliver(at(body, now, `v0=${hash}`))).status).toBe(401);
});

it('block_actions of another button is refused; of ours it is a press', async () => {
  const id = await ask();
  await send();
  expect((await deliver(signed(blockActions))).status).toBe(401);
  const [action] = blockActions.actions;
  const ours = { ...blockActions, actions: [{ ...action, action_id: 'svc_approve', value: await postId() }] };
  expect(await deliver(signed(ours))).toEqual({ status: 200, body: null });
  expect(await ephemeral()).toContain('You are not linked to a member yet');
  expect(await statusOf(id)).toBe('PENDING');
});

it('block_actions of an app that a whole organization installed names no workspace, and is a press of its user', async () => {
  const id = await ask();
  await send();
  const [action] = blockActions.actions;
  const organization = {
    team: null,
    enterprise: { id: 'E0EXAMPLE1', name: 'Example' },
    is_enterprise_install: true,
    state: { values: {} },
  };
  const actions = [{ ...action, action_id: 'svc_approve', value: await postId() }];
  expect(await deliver(signed({ ...blockActions, ...organization, actions }))).toEqual({ status: 200, body: null });
  expect(await ephemeral()).toContain('You are not linked to a member yet');
  expect(await statusOf(id)).toBe('PENDING');
});

it('view_submission of another dialog is refused; of ours the person is told under the field', async () => {
  const id = await ask();
  await send();
  expect((await deliver(signed(viewSubmission))).status).toBe(401);
  const view = { ...viewSubmission.view, callback_id: 'svc_deny', private_metadata: await postId() };
  expect((await deliver(signed({ ...viewSubmission, view }))).body).toMatchObject({
    response_action: 'errors',
    errors: { svc_reason: expect.stringContaining('You are not linked to a member yet') },
  });
  expect(await statusOf(id)).toBe('PENDING');
});

it('ssl_check is answered 200 without a signature, and does nothing; with a payload it is no such check', async () => {
  const body = sslCheck.body.join('&');
  expect(await deliver(at(body, '', ''))).toEqual({ status: 200, body: null });
  expect((await deliver(at(`${body}&payload=%7B%7D`, '', ''))).status).toBe(401);
  expect((await deliver(at(body.replace('=1', '=0'), '', ''))).status).toBe(401);
  expect(ofSlack().calls).toEqual([]);
});

it('url_verification is refused, since events are not taken', async () => {
  const answer = await fetch(`${ofSlack().service.baseUrl}/chat/slack/interactions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(urlVerification),
  });
  expect(answer.ok).toBe(false);
  expect(await answer.text()).not.toContain(urlVerification.challenge);
});

it.each(answers)('the answer $body.error has the fault $fault', async ({ status, headers, body, fault, isFinal }) => {
  await ask();
  answerNext({ status, headers, body });
  await send();
  expect(await lastFailures()).toEqual([fault === null ? null : expect.objectContaining({ fault })]);
  const [row] = await sql<{ due: number | null }>(
    'SELECT extract(epoch FROM due_at - $1)::float8 AS due FROM svc.chat_outbox',
    [ofSlack().service.clock.now()],
  );
  if (isFinal) expect(row?.due).toBeNull();
  else expect(row?.due).toBeGreaterThan(Number(headers['retry-after'] ?? 0) - 5);
});
