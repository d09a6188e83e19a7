// SPDX-License-Identifier: Apache-2.0
/** Both documents, of the contract and of the app, are valid OpenAPI 3.0.0 for two independent validators. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { APP_OPERATIONS, appOpenApiDocument, OPERATIONS, openApiDocument } from '@svc/contract';
import { expect, it } from 'vitest';
import { ROOT } from '../tidy/source-files.ts';

const document = openApiDocument('https://svc.example');
const appDocument = appOpenApiDocument('https://svc.example');
const DOCUMENTS = [
  ['the contract', document],
  ['the app', appDocument],
] as const;

function operationsOf(one: Record<string, unknown>): string[] {
  return Object.entries(one.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

const listedIn = (operations: Record<string, { method: string; path: string }>) =>
  Object.values(operations).map(({ method, path }) => `${method} ${path}`);

it('says which OpenAPI and which contract version it is', () => {
  expect(document).toMatchObject({ openapi: '3.0.0', info: { version: '0.3.0' } });
});

it('lists the operations of its table and no other', () => {
  expect(operationsOf(document).sort()).toEqual(listedIn(OPERATIONS).sort());
  expect(operationsOf(appDocument).sort()).toEqual(listedIn(APP_OPERATIONS).sort());
});

it.each(DOCUMENTS)('is valid for openapi-schema-validator: %s', async (_name, one) => {
  const result = await new Validator().validate(structuredClone(one));
  expect(result).toEqual({ valid: true });
});

const REDOCLY = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
/** The license of the service is proprietary: no public page holds its text. */
const WITHOUT_LICENSE_URL = '--skip-rule=info-license-strict';

it.each(DOCUMENTS)('is valid for Redocly, by its recommended rules: %s', (_name, one) => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-openapi-'));
  try {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(one));
    const linted = spawnSync(
      process.execPath,
      [REDOCLY, 'lint', file, '--extends=recommended', WITHOUT_LICENSE_URL, '--format=json'],
      { encoding: 'utf8', env: { ...process.env, REDOCLY_TELEMETRY: 'off' }, cwd: folder },
    );
    const report = JSON.parse(linted.stdout) as { totals: object; problems: { message: string; severity: string }[] };
    expect(report.problems).toEqual([]);
    expect(report.totals).toMatchObject({ errors: 0, warnings: 0 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('refuses a broken document, so that the two above can fail', async () => {
  const broken = structuredClone(document) as { paths: Record<string, Record<string, { responses?: unknown }>> };
  delete broken.paths['/v1/events']?.post?.responses;
  expect((await new Validator().validate(broken)).valid).toBe(false);
});
