/** The contract document is valid OpenAPI 3.0.0, for two independent validators. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { OPERATIONS, openApiDocument } from '@svc/contract';
import { expect, it } from 'vitest';
import { ROOT } from '../tidy/source-files.ts';

const document = openApiDocument('https://svc.example');

it('says which OpenAPI and which contract version it is', () => {
  expect(document).toMatchObject({ openapi: '3.0.0', info: { version: '0.3.0' } });
});

it('lists the operations of the contract and no other', () => {
  const listed = Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(listed.sort()).toEqual(
    Object.values(OPERATIONS)
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  );
});

it('is valid for openapi-schema-validator', async () => {
  const result = await new Validator().validate(structuredClone(document));
  expect(result).toEqual({ valid: true });
});

it('is valid for Redocly, by its recommended rules', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-openapi-'));
  try {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    const linted = spawnSync(
      process.execPath,
      [join(ROOT, 'node_modules/@redocly/cli/bin/cli.js'), 'lint', file, '--extends=recommended', '--format=json'],
      { encoding: 'utf8', env: { ...process.env, REDOCLY_TELEMETRY: 'off' }, cwd: folder },
    );
    const report = JSON.parse(linted.stdout) as { totals: object; problems: { message: string; severity: string }[] };
    expect(report.problems).toEqual([]);
    expect(report.totals).toMatchObject({ errors: 0, warnings: 0 });
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 60_000);

it('refuses a broken document, so that the two above can fail', async () => {
  const broken = structuredClone(document) as { paths: Record<string, Record<string, { responses?: unknown }>> };
  delete broken.paths['/v1/events']?.post?.responses;
  expect((await new Validator().validate(broken)).valid).toBe(false);
});
