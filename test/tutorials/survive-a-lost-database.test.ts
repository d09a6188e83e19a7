// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the tutorial "Survive a lost database" is walked through. It has a backup, the loss of the folder, a
 * restore, what clients get, and the kept export that tells of the lost entries.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from '#harness/service/sessions.ts';
import { type QuickStart, startQuickStart } from './quick-start.ts';
import { openTutorial, type Walk } from './walk.ts';

const START = 'SVC_DATA_DIR="$HOME/svc-data" svc-server quick-start';
const START_AGAIN = 'SVC_DATA_DIR="$HOME/svc-restored" svc-server quick-start';

let walk: Walk;
let service: QuickStart | undefined;
beforeAll(() => {
  walk = openTutorial('survive-a-lost-database', { byTest: [START, START_AGAIN] });
});
afterAll(async () => {
  await service?.stop();
  walk.remove();
});

async function start(folder: string): Promise<QuickStart> {
  service = await startQuickStart(join(walk.home, folder));
  walk.know(service.values);
  return service;
}

async function exportAs(name: string, person: Browser, { baseUrl }: QuickStart): Promise<void> {
  const cookie = [...person.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  const answer = await fetch(`${baseUrl}/audit/export`, { headers: { 'sec-fetch-site': 'same-origin', cookie } });
  expect(answer.status).toBe(200);
  writeFileSync(join(walk.folder, name), await answer.text());
}

it('loses a database, restores it, and tells what is missing', async () => {
  const first = await start('svc-data');
  await walk.follow('Start a service and let it work');
  await walk.follow('Back it up');
  await walk.follow('Let the agents go on');
  await exportAs('kept.ndjson', await first.owner(), first);
  await walk.follow('Keep a checkpoint elsewhere');
  await first.stop();
  await walk.follow('Lose the database');
  await walk.follow('Restore');
  const second = await start('svc-restored');
  await walk.follow('See what clients see');
  await exportAs('restored.ndjson', await second.owner(), second);
  await walk.follow('See what is missing');
  walk.expectDone();
});
