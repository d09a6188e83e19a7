// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: a command lists the people of the whole database.
 * Guarantee: `deploy/svc-server` gives a command what the unit of systemd gives the service.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '#harness/compatibility';
import { acme, startTestService, TEST_ENCRYPTION_KEY } from '#harness/service';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { ROOT, readRepositoryFile } from '../tidy/source-files.ts';

const read = (name: string) => readRepositoryFile(`deploy/${name}`);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-deploy-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Stands for systemd-run: it notes its options, and does what they say without another user. */
const SYSTEMD_RUN = `#!/bin/sh
while [ "$1" != -- ]; do
mkdir -p "$NOTES"; echo "$1" >>"$NOTES/options"
case $1 in
  --property=LoadCredential=*) export CREDENTIALS_DIRECTORY="$NOTES/credentials"; mkdir -p "$CREDENTIALS_DIRECTORY"
    pair=\${1#--property=LoadCredential=}; cp "\${pair#*:}" "$CREDENTIALS_DIRECTORY/\${pair%%:*}" ;;
  --setenv=*) export "\${1#--setenv=}" ;;
  --working-directory=*) cd "\${1#--working-directory=}" ;;
esac
shift
done
shift
exec "$@"
`;

it('runs a command with the user, the settings and the secrets of svc.service', async () => {
  const service = await startTestService();
  const at = join(folder, 'wrapped');
  mkdirSync(join(at, 'secrets'), { recursive: true });
  writeFileSync(join(at, 'systemd-run'), SYSTEMD_RUN, { mode: 0o755 });
  writeFileSync(join(at, 'secrets/database-url'), service.database.connectionString);
  writeFileSync(join(at, 'secrets/encryption-key'), `${TEST_ENCRYPTION_KEY.toString('base64')}\n`);
  const script = read('svc-server')
    .replace('/etc/svc/secrets', join(at, 'secrets'))
    .replace('=/opt/svc', `=${ROOT}`)
    .replace('/usr/bin/node', process.execPath);
  writeFileSync(join(at, 'svc-server'), script, { mode: 0o755 });
  const env = { PATH: `${at}:${process.env.PATH}`, NOTES: at };
  const ended = await run('sh', [join(at, 'svc-server'), 'user', 'list'], folder, PROGRAM_WITHIN_MS, env);
  expect(ended).toEqual({
    code: 0,
    stdout: expect.stringContaining('owner@acme'),
    stderr: expect.stringMatching(/^Database: \S+ at /),
  });
  const asked = readFileSync(join(at, 'options'), 'utf8').split('\n');
  const unit = read('svc.service');
  const lines = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  expect(asked).toEqual(
    expect.arrayContaining([
      ...lines('LoadCredential').map(
        (one) => `--property=LoadCredential=${one.replace('/etc/svc/secrets', join(at, 'secrets'))}`,
      ),
      ...lines('EnvironmentFile').map((file) => `--property=EnvironmentFile=${file}`),
      ...lines('User').map((user) => `--uid=${user}`),
      ...lines('Group').map((group) => `--gid=${group}`),
      ...lines('UMask').map((mask) => `--property=UMask=${mask}`),
      `--setenv=${/SVC_DATA_DIR=\S+/.exec(unit)?.[0]}`,
    ]),
  );
  expect(read('svc-server')).toContain(`--working-directory=${lines('WorkingDirectory')[0]} `);
  writeFileSync(join(at, 'first.yaml'), acme());
  const fromInput = ['-c', '"$0" provision - --dry-run <"$1"', join(at, 'svc-server'), join(at, 'first.yaml')];
  expect(await run('sh', fromInput, folder, PROGRAM_WITHIN_MS, env)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Database: .*\nAcme.*\nNothing was changed: this was a dry run\.\n$/s),
  });
  rmSync(join(at, 'secrets/database-url'));
  const embedded = await run('sh', [join(at, 'svc-server'), 'user', 'list'], folder, PROGRAM_WITHIN_MS, {
    ...env,
    NOTES: join(folder, 'embedded'),
  });
  expect(embedded).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Database: embedded, in \/var\/lib\/svc\n/),
  });
  await service.stop();
});
