// SPDX-License-Identifier: Apache-2.0
/** The apps that are connected: what each may do, its end, and the way to connect one. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { changing, click, DONE, idOf, openApp, PERSON, pressInDialog, seen } from '../../stand-in/index.ts';
import { words as connect } from '../connect-assistant/words-en.ts';
import { words } from './words-en.ts';

const MCP_URL = 'https://svc.example/mcp';
const APP = { id: idOf(1), name: 'Test assistant', person: PERSON, scopes: ['decisions:write'], mayAsk: true } as const;

it('says what an app may do, disconnects it after a question, and leads to another', async () => {
  const service = await openApp('/connected-apps', {
    listConnectedApps: { items: [APP], mcpUrl: MCP_URL },
    revokeConnectedApp: changing(DONE, { listConnectedApps: { items: [], mcpUrl: MCP_URL } }),
  });
  const app = page.getByRole('listitem').filter({ hasText: APP.name });
  for (const text of [APP.scopes[0], words.mayAsk, words.unused]) await seen(app.getByText(text));
  await click(app.getByRole('button', { name: words.revokeOne(APP.name) }));
  expect(service.calls('revokeConnectedApp')).toEqual([]);
  await pressInDialog(words.revoke);
  await seen(page.getByRole('heading', { name: words.none }));
  expect(service.last('revokeConnectedApp')?.params).toEqual({ id: APP.id });
  await click(page.getByRole('link', { name: words.connect }));
  await seen(page.getByRole('heading', { name: connect.title, level: 1 }));
  await seen(page.getByText(`claude mcp add --transport http svc ${MCP_URL}`));
});
