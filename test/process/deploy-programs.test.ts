// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: it stands behind proxies.
 * Guarantee: the programs that read the files in `deploy` accept them, where this machine has these programs.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ERRORS } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '#harness/compatibility';
import { acme, LIVE_KEY, PLAIN_ACTION, startTestService } from '#harness/service';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { ROOT, readRepositoryFile } from '../tidy/source-files.ts';

const read = (name: string) => readRepositoryFile(`deploy/${name}`);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-deploy-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('has scripts that a shell reads', async () => {
  for (const name of ['make-secrets.sh', 'postgres-init.sh', 'svc-server']) {
    expect(await run('sh', ['-n', join(ROOT, 'deploy', name)], folder, PROGRAM_WITHIN_MS)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  }
});

if (spawnSync('systemd-analyze', ['--version']).status === 0) {
  it.each([
    ['svc.service', 'svc.service'],
    ['svc@.service', 'svc@1.service'],
    ['svc-embedded.service', 'svc-embedded.service'],
  ])('systemd takes %s, which finds little exposed', async (name, instance) => {
    const text = read(name).replace('/usr/bin/node', process.execPath).replace('/opt/svc', ROOT);
    writeFileSync(join(folder, name), text);
    const file = join(folder, instance);
    expect(await run('systemd-analyze', ['verify', '--man=no', file], folder, PROGRAM_WITHIN_MS)).toMatchObject({
      code: 0,
      stderr: '',
    });
    const security = ['security', '--offline=true', '--threshold=20', '--no-pager', join(folder, name)];
    expect((await run('systemd-analyze', security, folder, PROGRAM_WITHIN_MS)).code).toBe(0);
  });
}

if (spawnSync('nginx', ['-v']).status === 0) {
  it('nginx takes nginx.conf, and passes calls on as the service expects them', async () => {
    const service = await startTestService({ trustProxy: ['127.0.0.1'], provisioning: acme() });
    const at = join(folder, 'nginx');
    mkdirSync(at);
    chmodSync(at, 0o755);
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=svc.example', '-days', '1'];
    const made = [...request, '-keyout', join(at, 'privkey.pem'), '-out', join(at, 'fullchain.pem')];
    expect((await run('openssl', made, at, PROGRAM_WITHIN_MS)).code).toBe(0);
    const site = read('nginx.conf')
      .replaceAll('/etc/ssl/svc/', `${at}/`)
      .replaceAll('server 127.0.0.1:4000', `server 127.0.0.1:${new URL(service.baseUrl).port}`)
      .replaceAll(/listen (\[::\]:)?(80|443)/g, (_all, six, port) => `listen unix:${at}/${six ? 6 : 4}-${port}`);
    writeFileSync(join(at, 'svc.conf'), site);
    const own = `pid ${at}/pid; error_log stderr; daemon off; events {} http { access_log off; include ${at}/svc.conf; }`;
    writeFileSync(join(at, 'main.conf'), own);
    const args = ['-p', at, '-c', join(at, 'main.conf')];
    const { code, stderr } = await run('nginx', ['-t', ...args], at, PROGRAM_WITHIN_MS);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringMatching(/\[(warn|emerg|error)\]/) });
    const nginx = spawn('nginx', args, { stdio: 'ignore' });
    try {
      await expect.poll(() => existsSync(join(at, '4-443'))).toBe(true);
      const curl = async (socket: string, path: string, ...more: string[]) => {
        const url = `${socket.endsWith('443') ? 'https' : 'http'}://svc.example${path}`;
        const common = ['-sk', '-i', '--http1.1', '--path-as-is', '--unix-socket', join(at, socket)];
        return (await run('curl', [...common, ...more, url], at, PROGRAM_WITHIN_MS)).stdout;
      };
      const key = ['-H', `Authorization: Bearer ${LIVE_KEY}`, '-H', 'Content-Type: application/json'];
      const decided = await curl('4-443', '/v1/events', ...key, '--data-raw', JSON.stringify(PLAIN_ACTION));
      expect(decided).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect(decided).toMatch(/\r\nStrict-Transport-Security: max-age=63072000; includeSubDomains\r\n/);
      expect(decided).toContain('"finalDecision":"ALLOW"');
      // A key travels in plain text neither there nor after a redirect.
      expect(await curl('4-80', '/v1/events', ...key)).toMatch(/^HTTP\/1\.1 403 /);
      expect(await curl('4-80', '/')).toMatch(/^HTTP\/1\.1 301 .*\r\nLocation: https:\/\/svc\.example\/\r\n/s);
      expect(await curl('4-80', '/app/reviews')).toMatch(
        /^HTTP\/1\.1 301 .*\r\nLocation: https:\/\/svc\.example\/app\/reviews\r\n/s,
      );
      // A body that is too large is refused in the service's form, and a path is not mended.
      writeFileSync(join(at, 'large'), ' '.repeat(204_801));
      const refused = await curl('4-443', '/v1/events', ...key, '--data-binary', `@${join(at, 'large')}`);
      expect(refused).toMatch(/^HTTP\/1\.1 413 .*\r\nContent-Type: application\/json; charset=utf-8\r\n/s);
      expect(JSON.parse(refused.split('\r\n\r\n').at(-1) ?? '')).toEqual({
        error: 'payload_too_large',
        message: ERRORS.payload_too_large.message,
        requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
      });
      expect(await curl('4-443', '//v1//events', ...key)).toContain('Cannot GET //v1//events');
    } finally {
      nginx.kill('SIGQUIT');
      await new Promise((resolve) => nginx.once('close', resolve));
      await service.stop();
    }
  });
}

if (spawnSync('caddy', ['version']).status === 0) {
  it('Caddy takes the Caddyfile, and passes calls on as the service expects them', {
    timeout: PROGRAM_WITHIN_MS,
  }, async () => {
    const service = await startTestService({ trustProxy: ['127.0.0.1'], provisioning: acme() });
    const file = join(folder, 'Caddyfile');
    const validate = ['validate', '--adapter', 'caddyfile', '--config', join(ROOT, 'deploy/Caddyfile')];
    expect((await run('caddy', validate, folder, PROGRAM_WITHIN_MS)).code).toBe(0);
    // Without TLS, whose certificates it would ask for elsewhere.
    const socket = join(folder, 'caddy.sock');
    const site = read('Caddyfile')
      .replace('svc.example {', `http:// {\n\tbind unix/${socket}`)
      .replace('127.0.0.1:4000 {', `127.0.0.1:${new URL(service.baseUrl).port} {`);
    writeFileSync(file, `{\n\tadmin off\n}\n${site}`);
    const env = { PATH: process.env.PATH ?? '', HOME: folder };
    const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], { stdio: 'ignore', env });
    try {
      await expect.poll(() => existsSync(socket)).toBe(true);
      const key = ['-H', `Authorization: Bearer ${LIVE_KEY}`, '-H', 'Content-Type: application/json'];
      const curl = async (path: string, ...more: string[]) =>
        (
          await run(
            'curl',
            ['-s', '-i', '--unix-socket', socket, ...more, `http://svc.example${path}`],
            folder,
            PROGRAM_WITHIN_MS,
          )
        ).stdout;
      const decided = await curl('/v1/events', ...key, '--data-raw', JSON.stringify(PLAIN_ACTION));
      expect(decided).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect(decided).toMatch(/\r\nStrict-Transport-Security: max-age=63072000; includeSubDomains\r\n/);
      expect(decided).toContain('"finalDecision":"ALLOW"');
      const large = join(folder, 'large-for-caddy');
      writeFileSync(large, ' '.repeat(204_801));
      for (let sent = 0; sent < 10; sent += 1) {
        const refused = await curl('/v1/events', ...key, '--data-binary', `@${large}`);
        expect(refused).toMatch(/^HTTP\/1\.1 413 /);
        expect(refused).toContain(ERRORS.payload_too_large.message);
      }
    } finally {
      caddy.kill('SIGTERM');
      await new Promise((resolve) => caddy.once('close', resolve));
      await service.stop();
    }
  });
}
