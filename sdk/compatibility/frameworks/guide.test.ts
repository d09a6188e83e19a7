// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the snippets of the adapters' guide are programs. Each pauses, and runs nothing while its review waits. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople } from '#harness/service/sessions.ts';
import { readRepositoryFile } from '../../../test/tidy/source-files.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  process.env.SVC_API_KEY = LIVE_KEY;
  process.env.SVC_BASE_URL = service.baseUrl;
});
afterAll(async () => {
  delete process.env.SVC_API_KEY;
  delete process.env.SVC_BASE_URL;
  await service.stop();
});

const SECTIONS = {
  ai: 'Vercel AI SDK',
  'openai-agents': 'OpenAI Agents SDK',
  langchain: 'Agents of LangChain.js',
  mastra: 'Mastra',
  adk: 'Google ADK',
} as const;

/** Without line breaks and the commas before them. */
const flat = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/,? ([)\]}])/g, '$1')
    .replace(/([([{]) /g, '$1');

it.each(Object.entries(SECTIONS))('%s', async (name, title) => {
  const guide = readRepositoryFile('docs/guides/adapters.md');
  const [, section = ''] = guide.split(new RegExp(`^#+ ${title}$`, 'm'));
  const [, snippet = ''] = /```ts\n([\s\S]*?)```/.exec(section) ?? [];
  const program = readFileSync(join(import.meta.dirname, `agents/guide/${name}.ts`), 'utf8');
  const [imports = '', body = ''] = snippet.split('\n\n', 1).concat(snippet.replace(/^[\s\S]*?\n\n/, ''));
  for (const line of imports.split('\n')) expect(program).toContain(line);
  expect(body.length).toBeGreaterThan(100);
  expect(flat(program)).toContain(flat(body).trim());

  const { ran } = await import('./agents/guide/setting.ts');
  const { paused, ended } = (await import(`./agents/guide/${name}.ts`)) as { paused: number; ended: unknown };
  expect({ paused, ended, ran }).toEqual({ paused: 1, ended: 'done', ran: [] });
});
