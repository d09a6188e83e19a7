// SPDX-License-Identifier: Apache-2.0
/** Makes a signed release once, for all files of the run. */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ROOT } from '../tidy/source-files.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the release, and the file of the public key by which it is signed. */
    release: { folder: string; publicKey: string; privateKey: string };
  }
}

export default function makeRelease(project: TestProject): () => void {
  const work = join(tmpdir(), `svc-made-release-${process.pid}`);
  const folder = join(work, 'release');
  mkdirSync(folder, { recursive: true });
  const pair = generateKeyPairSync('ed25519');
  const [publicKey, privateKey] = [join(work, 'release.pub'), join(work, 'release.key')];
  writeFileSync(publicKey, pair.publicKey.export({ type: 'spki', format: 'pem' }));
  writeFileSync(privateKey, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  releaseInto(folder, privateKey);
  project.provide('release', { folder, publicKey, privateKey });
  return () => rmSync(work, { recursive: true, force: true });
}

/** `npm run release`, into a folder of the test's own. */
export function releaseInto(folder: string, privateKey: string): void {
  const env = { ...process.env, SVC_RELEASE_KEY_FILE: privateKey };
  execFileSync(process.execPath, [join(ROOT, 'scripts/release.mjs'), folder], { env, stdio: 'pipe' });
}
