// SPDX-License-Identifier: Apache-2.0
/** The routes of packages over a folder with four small ones: the real ones need a build. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { createHttpServer } from '../../../server/src/doors/http/index.ts';
import { registerPackages } from '../../../server/src/doors/routes/public/packages/index.ts';

export const BASE_URL = 'https://svc.example';
export const SDK = gzipSync('the client library');
export const CLI = gzipSync('the command line');
export const WHEEL = Buffer.from('the client library for Python');
export const SOURCES = gzipSync('its sources');

/** @returns a server whose packages were read; their folder is gone by then */
export async function serveBuilt(): Promise<ReturnType<typeof createHttpServer>> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-packages-'));
  const manifest = (name: string, bin: object) => ({ name, version: '0.1.0', bin });
  writeFileSync(join(folder, 'svc-sdk-0.1.0.tgz'), SDK);
  writeFileSync(join(folder, 'svc-cli-0.1.0.tgz'), CLI);
  writeFileSync(join(folder, 'svc_sdk-0.1.0-py3-none-any.whl'), WHEEL);
  writeFileSync(join(folder, 'svc_sdk-0.1.0.tar.gz'), SOURCES);
  const python = { name: 'svc-sdk', version: '0.1.0', requiresPython: '>=3.10' };
  writeFileSync(
    join(folder, 'packages.json'),
    JSON.stringify([
      { file: 'svc-sdk-0.1.0.tgz', manifest: manifest('@svc/sdk', { 'svc-claude-code': 'bin/svc-claude-code.js' }) },
      { file: 'svc-cli-0.1.0.tgz', manifest: manifest('@svc/cli', { svc: 'bin/svc.js' }) },
      { file: 'svc_sdk-0.1.0-py3-none-any.whl', python },
      { file: 'svc_sdk-0.1.0.tar.gz', python },
    ]),
  );
  const http = createHttpServer(pino({ level: 'silent' }));
  registerPackages(http, () => BASE_URL, folder);
  await http.ready();
  rmSync(folder, { recursive: true });
  return http;
}
