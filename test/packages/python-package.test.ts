// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the Python package that the service hands out is the one that hatchling builds of the same sources. It is
 * installed by pip and by uv from the service's index alone. Every other registry is an address where nothing listens.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Installation, run } from '#harness/compatibility';
import { installPythonWith } from '#harness/compatibility/python.ts';
import { LIVE_KEY, openOrganization, PLAIN_ACTION, type TestService } from '#harness/service';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { readRepositoryFile } from '../tidy/source-files.ts';

const WHEEL = 'svc_sdk-0.1.0-py3-none-any.whl';
const SOURCES = 'svc_sdk-0.1.0.tar.gz';
const ALONE = { https_proxy: 'http://127.0.0.1:1', PIP_CONFIG_FILE: '/dev/null', UV_NO_CONFIG: '1' };

const ACT = JSON.stringify(PLAIN_ACTION);

let service: TestService;
let tools: Installation;
let python: string;
beforeAll(async () => {
  [service, tools] = await Promise.all([openOrganization(), installPythonWith('python-package')]);
  python = join(tools.folder, 'venv/bin/python');
  for (const file of [WHEEL, SOURCES]) {
    const answer = await fetch(`${service.baseUrl}/packages/${file}`);
    writeFileSync(join(tools.folder, file), Buffer.from(await answer.arrayBuffer()));
  }
  await succeed('tar', ['xzf', SOURCES]);
  await succeed(python, ['-m', 'hatchling', 'build', '--directory', 'built'], join(tools.folder, 'svc_sdk-0.1.0'));
});
afterAll(async () => {
  await service.stop();
  await tools.remove();
});

async function succeed(program: string, args: readonly string[], cwd = tools.folder): Promise<string> {
  const { code, stdout, stderr } = await run(program, args, cwd, PROGRAM_WITHIN_MS, ALONE);
  expect({ args, code, stderr: code === 0 ? '' : stderr }).toEqual({ args, code: 0, stderr: '' });
  return stdout;
}

interface Read {
  files: Record<string, string>;
  fields: Record<string, unknown>;
}

const read = async (file: string) => JSON.parse(await succeed(python, ['read_package.py', file])) as Read;
const built = (file: string) => read(join('svc_sdk-0.1.0/built', file));

it('is a wheel with the files, the entry points and the metadata of the one that hatchling builds', async () => {
  const [own, theirs] = [await read(WHEEL), await built(WHEEL)];
  expect(own.fields).toEqual(theirs.fields);
  expect(own.fields).toMatchObject({
    name: 'svc-sdk',
    requires_python: '>=3.10',
    license_expression: 'Apache-2.0',
    license_files: ['LICENSE', 'NOTICE'],
    classifiers: expect.arrayContaining(['Private :: Do Not Upload']),
  });
  expect(own.fields).not.toHaveProperty('requires_dist');
  // These two name the builder.
  for (const name of ['WHEEL', 'RECORD']) theirs.files[`svc_sdk-0.1.0.dist-info/${name}`] = expect.any(String);
  expect(own.files).toEqual(theirs.files);
  expect(Object.keys(own.files)).toContain('svc_sdk/py.typed');
});

it('is an archive of sources with the files of the one that hatchling builds, to the byte', async () => {
  expect(await read(SOURCES)).toEqual(await built(SOURCES));
});

it('names the builder by which it is compared', () => {
  const [, builder = ''] =
    /^requires = \["(hatchling==[\d.]+)"\]$/m.exec(readRepositoryFile('python/pyproject.toml')) ?? [];
  expect(readFileSync(join(tools.folder, 'requirements.txt'), 'utf8').split('\n')).toContain(builder);
});

type Installer = (environment: string, ...what: string[]) => [program: string, args: string[]];
const INSTALLERS: [name: string, installer: Installer][] = [
  [
    'pip',
    (environment, ...what) => [join(environment, 'bin/python'), ['-m', 'pip', 'install', '--no-cache-dir', ...what]],
  ],
  [
    'uv',
    (environment, ...what) => {
      const where = ['--no-cache', '--python', join(environment, 'bin/python')];
      return [join(tools.folder, 'venv/bin/uv'), ['pip', 'install', ...where, ...what]];
    },
  ],
];

/** @returns a folder with a Python of its own, and no package but pip */
async function environmentOf(name: string): Promise<string> {
  const environment = join(tools.folder, `elsewhere-${name}`);
  await succeed('python3', ['-m', 'venv', environment]);
  return environment;
}

it.each(INSTALLERS)('%s installs it from the index of the service, by name and by hash', async (name, installer) => {
  const environment = await environmentOf(name);
  const index = ['--index-url', `${service.baseUrl}/packages/simple`];
  await succeed(...installer(environment, ...index, 'svc-sdk'));
  const installed = JSON.parse(await succeed(join(environment, 'bin/python'), ['read_installed.py'])) as unknown;
  expect(installed).toEqual({
    name: 'svc-sdk',
    version: '0.1.0',
    entryPoints: ['console_scripts: svc-sdk = svc_sdk.__main__:main', 'pytest11: svc = svc_sdk.pytest_plugin'],
    typed: true,
  });
  expect(await succeed(join(environment, 'bin/svc-sdk'), ['verify', '--help'])).toContain('usage: ');
  const asks = `from svc_sdk import SvcClient; print(SvcClient("${LIVE_KEY}", "${service.baseUrl}").run(${ACT}, lambda: 42))`;
  expect(await succeed(join(environment, 'bin/python'), ['-c', asks])).toBe('42\n');
  await succeed(join(environment, 'bin/python'), ['-m', 'pip', 'uninstall', '--yes', 'svc-sdk']);
  const [lib = ''] = readdirSync(join(environment, 'lib'));
  expect(readdirSync(join(environment, 'lib', lib, 'site-packages')).filter((path) => /^svc/.test(path))).toEqual([]);
  const accept = 'application/vnd.pypi.simple.v1+json';
  const page = await fetch(`${index[1]}/svc-sdk/`, { headers: { accept } });
  const { files } = (await page.json()) as { files: { filename: string; hashes: { sha256: string } }[] };
  const sha256 = files.find(({ filename }) => filename === WHEEL)?.hashes.sha256;
  const locked = join(environment, 'locked.txt');
  writeFileSync(locked, `svc-sdk==0.1.0 --hash=sha256:${sha256}\n`);
  await succeed(...installer(environment, ...index, '--require-hashes', '--requirement', locked));
});

it.each(INSTALLERS)('%s finds no other package there, and looks nowhere else', async (name, installer) => {
  const environment = await environmentOf(`without-${name}`);
  const [program, args] = installer(environment, '--index-url', `${service.baseUrl}/packages/simple`, 'requests');
  const { code, stderr } = await run(program, args, tools.folder, PROGRAM_WITHIN_MS, ALONE);
  expect(code).toBe(1);
  expect(stderr).toMatch(/No matching distribution found for requests|requests was not found in the package registry/);
});
