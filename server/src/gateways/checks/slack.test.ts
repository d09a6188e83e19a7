/** Slack answers 200 to every token: its body says whether it takes it. */
import { expect, it } from 'vitest';
import { slackFault } from './chat-or-ticket.ts';

it.each([
  ['{"ok":true,"team":"Acme"}', null],
  ['{"ok":false,"error":"invalid_auth"}', 'TOKEN_REFUSED'],
  ['{"ok":"true"}', 'TOKEN_REFUSED'],
  ['null', 'TOKEN_REFUSED'],
  ['<html>', 'INVALID_RESPONSE'],
  ['', 'INVALID_RESPONSE'],
])('%s is %s', (body, fault) => {
  expect(slackFault(body)).toBe(fault);
});
