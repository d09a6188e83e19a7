// SPDX-License-Identifier: Apache-2.0
/** The documentation as a folder that stands at another path of another server: it leads to nothing outside of it. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '#harness/compatibility';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { ROOT } from '../tidy/source-files.ts';

const BASE = '/svc/0.1.0/';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-hosted-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const build = (base: string) => {
  const args = [join(ROOT, 'scripts/build-site.mjs'), join(folder, 'site')];
  return run(process.execPath, args, ROOT, PROGRAM_WITHIN_MS, { SVC_SITE_BASE: base });
};

it('has every address below its path', async () => {
  expect((await build(BASE)).code).toBe(0);
  const site = join(folder, 'site');
  const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
  expect(pages.length).toBeGreaterThan(200);
  const addresses = new Set(
    pages.flatMap((file) =>
      [...readFileSync(join(site, file), 'utf8').matchAll(/<[a-z][^>]*? (?:href|src)="(\/[^"#?]*)/g)].map(
        ([, address = '']) => address,
      ),
    ),
  );
  expect([...addresses].filter((address) => !address.startsWith(BASE))).toEqual([]);
  const files = [...addresses].map((address) => decodeURIComponent(address.slice(BASE.length)));
  const lost = files.filter(
    (file) => !existsSync(join(site, file === '' || file.endsWith('/') ? `${file}index.html` : file)),
  );
  expect(lost).toEqual([]);
});

it('refuses a path that is none, and says what one looks like', async () => {
  const { code, stderr } = await build('https://docs.example/');
  expect(code).toBe(1);
  expect(stderr).toContain('SVC_SITE_BASE is https://docs.example/: give a path with a slash at both ends');
});
