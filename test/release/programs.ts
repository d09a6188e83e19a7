// SPDX-License-Identifier: Apache-2.0
/** Programs of others, each at one version, made or fetched once into the cache of this clone. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../tidy/source-files.ts';

const CACHE = join(ROOT, 'node_modules/.cache');

/** @param module with its version @returns the path of its program, which Go has built */
export function goProgram(module: string): string {
  const folder = join(CACHE, 'go-programs', module.replaceAll(/[^\w.@-]/g, '_'));
  const name = /([^/]+)@/.exec(module)?.[1] ?? '';
  if (!existsSync(folder)) {
    const fresh = `${folder}-${process.pid}`;
    mkdirSync(fresh, { recursive: true });
    execFileSync('go', ['install', module], { env: { ...process.env, GOBIN: fresh, GOFLAGS: '' }, stdio: 'pipe' });
    renameSync(fresh, folder);
  }
  return join(folder, name);
}

const SCHEMAS =
  'kubernetes-validate==1.37.0 --hash=sha256:85136d018a27b50ec7fc049d902bfa5193f5976807e6c0f408e3ab6fe078cad9';
const IN_WHEEL = 'kubernetes_validate/kubernetes-json-schema';

/** @param version of Kubernetes @returns the folder of its schemas, in the form that kubeconform reads */
export function kubernetesSchemas(version: string): string {
  const folder = join(CACHE, 'kubernetes-schemas');
  if (!existsSync(folder)) {
    const fresh = `${folder}-${process.pid}`;
    mkdirSync(fresh, { recursive: true });
    writeFileSync(join(fresh, 'requirements.txt'), `${SCHEMAS}\n`);
    const wheel = ['--no-deps', '--only-binary', ':all:', '--require-hashes', '-r', 'requirements.txt', '-d', 'wheel'];
    execFileSync('python3', ['-m', 'pip', 'download', '--quiet', ...wheel], { cwd: fresh, stdio: 'pipe' });
    const [name = ''] = readdirSync(join(fresh, 'wheel'));
    execFileSync('python3', ['-m', 'zipfile', '-e', join('wheel', name), '.'], { cwd: fresh, stdio: 'pipe' });
    renameSync(fresh, folder);
  }
  return readable(join(folder, IN_WHEEL, `v${version}-local-strict`));
}

/** The schemas name one another by addresses that kubeconform would ask for; by files it finds them. */
function readable(from: string): string {
  const to = `${from}-files`;
  if (existsSync(to)) return to;
  const fresh = `${to}-${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  for (const name of readdirSync(from)) {
    const { $id: _, ...schema } = JSON.parse(
      readFileSync(join(from, name), 'utf8').replaceAll('/api/_definitions.json', '_definitions.json'),
    );
    writeFileSync(join(fresh, name), JSON.stringify(schema));
  }
  renameSync(fresh, to);
  return to;
}
