// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: it stands behind proxies.
 * Guarantee: the programs that read the files in `deploy` accept them, where this machine has these programs.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ERRORS } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '#harness/compatibility';
import { acme, LIVE_KEY, LOOPBACK_KEY, OFFICE_KEY, PLAIN_ACTION, startTestService } from '#harness/service';
import { freePorts } from '../failover/cluster/processes.ts';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { ROOT, readRepositoryFile } from '../tidy/source-files.ts';

const read = (name: string) => readRepositoryFile(`deploy/${name}`);

/** A program that did not start has ended already. */
async function ended(program: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (program.exitCode !== null) return;
  const closed = new Promise((resolve) => program.once('close', resolve));
  program.kill(signal);
  await closed;
}

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
      .replaceAll(/server 127\.0\.0\.1:400[01]/g, `server 127.0.0.1:${new URL(service.baseUrl).port}`)
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
      await ended(nginx, 'SIGQUIT');
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
      .replace('127.0.0.1:4000 127.0.0.1:4001 {', `127.0.0.1:${new URL(service.baseUrl).port} {`);
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
      await ended(caddy, 'SIGTERM');
      await service.stop();
    }
  });
}

if (spawnSync('haproxy', ['-v']).status === 0) {
  it('HAProxy takes haproxy.cfg, and passes calls on as the service expects them', async () => {
    const service = await startTestService({ trustProxy: ['127.0.0.1'], provisioning: acme() });
    const at = join(folder, 'haproxy');
    mkdirSync(at);
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=svc.example', '-days', '1'];
    const made = [...request, '-keyout', join(at, 'privkey.pem'), '-out', join(at, 'fullchain.pem')];
    expect((await run('openssl', made, at, PROGRAM_WITHIN_MS)).code).toBe(0);
    const pem = ['privkey.pem', 'fullchain.pem'].map((name) => readFileSync(join(at, name), 'utf8'));
    writeFileSync(join(at, 'svc.pem'), pem.join(''));
    const [plain = 0, tls = 0] = await freePorts(2);
    const file = join(at, 'haproxy.cfg');
    const site = read('haproxy.cfg')
      .replaceAll('/etc/ssl/svc/', `${at}/`)
      .replaceAll(/127\.0\.0\.1:400[01]/g, `127.0.0.1:${new URL(service.baseUrl).port}`)
      // A test is no administrator, and may have no IPv6.
      .replaceAll(/^ {2}(user|group) haproxy\n|^ {2}bind \[::\].*\n/gm, '')
      .replace('bind :80\n', `bind 127.0.0.1:${plain}\n`)
      .replace('bind :443 ', `bind 127.0.0.1:${tls} `);
    writeFileSync(file, site);
    const { code, stderr } = await run('haproxy', ['-c', '-f', file], at, PROGRAM_WITHIN_MS);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringMatching(/WARNING|ALERT/) });
    const haproxy = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
    try {
      const curl = async (port: number, path: string, ...more: string[]) => {
        const url = `${port === tls ? 'https' : 'http'}://svc.example:${port}${path}`;
        const common = ['-sk', '-i', '--http1.1', '--path-as-is', '--resolve', `svc.example:${port}:127.0.0.1`];
        return (await run('curl', [...common, ...more, url], at, PROGRAM_WITHIN_MS)).stdout;
      };
      const withKey = (one: string) => ['-H', `Authorization: Bearer ${one}`, '-H', 'Content-Type: application/json'];
      const key = withKey(LIVE_KEY);
      const event = ['--data-raw', JSON.stringify(PLAIN_ACTION)];
      await expect.poll(() => curl(tls, '/v1/events', ...key, ...event)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      const decided = await curl(tls, '/v1/events', ...key, ...event);
      expect(decided).toMatch(/\r\nstrict-transport-security: max-age=63072000; includeSubDomains\r\n/i);
      expect(decided).toContain('"finalDecision":"ALLOW"');
      // The address of the caller is the one that HAProxy sees: a claimed one opens no key that is bound to it.
      const claimed = ['-H', 'X-Forwarded-For: 10.1.1.1'];
      expect(await curl(tls, '/v1/events', ...withKey(OFFICE_KEY), ...claimed, ...event)).toMatch(/^HTTP\/1\.1 403 /);
      expect(await curl(tls, '/v1/events', ...withKey(LOOPBACK_KEY), ...claimed, ...event)).toMatch(/^HTTP\/1\.1 200 /);
      // A key travels in plain text neither there nor after a redirect.
      expect(await curl(plain, '/v1/events', ...key)).toMatch(/^HTTP\/1\.1 403 /);
      expect(await curl(plain, '/')).toMatch(/^HTTP\/1\.1 301 .*\r\nlocation: https:\/\/svc\.example\/\r\n/is);
      expect(await curl(plain, '/app/reviews?a=b')).toMatch(
        /^HTTP\/1\.1 301 .*\r\nlocation: https:\/\/svc\.example\/app\/reviews\?a=b\r\n/is,
      );
      // A body that is too large is refused in the service's form, and a path is not mended.
      writeFileSync(join(at, 'large'), ' '.repeat(204_801));
      const refused = await curl(tls, '/v1/events', ...key, '--data-binary', `@${join(at, 'large')}`);
      expect(refused).toMatch(/^HTTP\/1\.1 413 .*\r\ncontent-type: application\/json; charset=utf-8\r\n/is);
      expect(refused).toMatch(/\r\nstrict-transport-security: /i);
      expect(JSON.parse(refused.split('\r\n\r\n').at(-1) ?? '')).toEqual({
        error: 'payload_too_large',
        message: ERRORS.payload_too_large.message,
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      expect(await curl(tls, '//v1//events', ...key)).toContain('Cannot GET //v1//events');
    } finally {
      await ended(haproxy, 'SIGTERM');
      await service.stop();
    }
  });
}
