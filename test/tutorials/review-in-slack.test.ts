// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the tutorial "A review that reaches Slack" is walked through. The app of its manifest is the one that the
 * service needs, and a person who linked themselves approves by a press.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { LIVE_KEY } from '#harness/service';
import { PEOPLE } from '#harness/service/sessions.ts';
import {
  deliver,
  link,
  made,
  ofSlack,
  postId,
  press,
  send,
  signed,
  startSlackService,
  stopSlackService,
} from '#harness/slack';
import { openTutorial, type Walk } from './walk.ts';

let walk: Walk;
beforeAll(async () => {
  walk = openTutorial('review-in-slack');
  await startSlackService();
});
afterAll(async () => {
  await stopSlackService();
  walk.remove();
});

const pressApprove = async () => (await deliver(signed(press('svc_approve', await postId())))).status;

it('shows a review in a channel, links a person, and takes their press', async () => {
  const { baseUrl } = ofSlack().service;
  walk.know({ 'https://svc.example': baseUrl, 'key_live_…': LIVE_KEY });

  const [manifest] = walk.blocks('Make the app of Slack');
  const { oauth_config: asked, settings } = parse(manifest?.text ?? '');
  expect(asked.scopes.bot).toEqual(['chat:write', 'channels:history']);
  const { pathname } = new URL(settings.interactivity.request_url);
  const check = {
    method: 'POST',
    body: 'ssl_check=1&token=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
  expect((await fetch(baseUrl + pathname, check)).status).toBe(200);

  await walk.follow('Let an agent ask');
  await send();
  expect(made('chat.postMessage')).toHaveLength(1);
  await link(PEOPLE.admin);
  expect(await pressApprove()).toBe(200);
  await walk.follow('Approve');
  await send();
  expect(made('chat.update')).toHaveLength(1);
  walk.expectDone();
});
