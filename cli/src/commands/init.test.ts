// SPDX-License-Identifier: Apache-2.0
/** The files of init are complete and valid, and overwrite nothing. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { folderOf, svc } from '#harness/command-line';

const FILES = ['.gitignore', 'policies', 'policy-file.schema.json', 'tests'];

it('writes a policy, a test, an ignore file and the schema, all of which validate', async () => {
  const folder = folderOf();
  const { code, stdout, stderr } = await svc(['init', 'agents'], { cwd: folder });
  expect(code).toBe(0);
  expect(stderr).toBe(
    'svc: There is no API key. Run: svc login --api-key <key>, or set SVC_API_KEY. ' +
      'billing-bot and customers in the tests are names of the quick start: replace them by yours.\n',
  );
  expect(stdout).toContain('policies/review-customer-exports-');
  expect(readdirSync(join(folder, 'agents')).sort()).toEqual(FILES);
  expect(await svc(['policies', 'validate', 'agents'], { cwd: folder })).toEqual({
    code: 0,
    stdout: '1 policy and 3 test cases in 2 files are valid.\n',
    stderr: '',
  });
});

it('names, in each file, a schema that is there and that the file passes', async () => {
  const folder = folderOf();
  const { stdout } = await svc(['init', folder, '--json']);
  const { files, ...names } = JSON.parse(stdout) as { files: string[] };
  expect(names).toMatchObject({ agent: 'billing-bot', resource: 'customers', replaceNames: true });
  const yamlFiles = files.filter((file) => file.endsWith('.yaml'));
  expect(yamlFiles).toHaveLength(2);
  for (const file of yamlFiles) {
    const text = readFileSync(file, 'utf8');
    const [, schema = ''] = /^# yaml-language-server: \$schema=(\S+)$/m.exec(text) ?? [];
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(
      JSON.parse(readFileSync(join(file, '..', schema), 'utf8')) as object,
    );
    expect(validate(parse(text)), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...(parse(text) as object), extra: 1 })).toBe(false);
  }
});

it('writes to ./svc when nobody can be asked, and to what the answer says when somebody can', async () => {
  const folder = folderOf();
  await svc(['init'], { cwd: folder });
  expect(readdirSync(join(folder, 'svc')).sort()).toEqual(FILES);
  const asked = await svc(['init'], { cwd: folder, isTerminal: true, input: 'ops/rules\n' });
  expect(asked.stderr).toContain('Directory for policies and tests [./svc]:');
  expect(readdirSync(join(folder, 'ops/rules')).sort()).toEqual(FILES);
});

it('writes nothing at all when one of its files is there, whatever it is', async () => {
  for (const present of ['.gitignore', 'policy-file.schema.json', 'tests/exports.yaml']) {
    const folder = folderOf({ [present]: 'mine' });
    const { code, stderr } = await svc(['init', folder]);
    expect(code).toBe(1);
    expect(stderr).toContain(`${join(folder, present)} is there already`);
    expect(readFileSync(join(folder, present), 'utf8')).toBe('mine');
    expect(existsSync(join(folder, 'policies'))).toBe(false);
  }
});

it('says so when the directory is a file', async () => {
  const folder = folderOf({ agents: 'a file' });
  const { code, stderr } = await svc(['init', join(folder, 'agents')]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^svc: (ENOTDIR|EEXIST)/);
  expect(statSync(join(folder, 'agents')).isFile()).toBe(true);
});

it('runs again where everything else is somebody else’s', async () => {
  const folder = folderOf();
  writeFileSync(join(folder, 'README.md'), 'mine');
  expect(await svc(['init', folder])).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe('mine');
});
