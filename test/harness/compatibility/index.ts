// SPDX-License-Identifier: Apache-2.0
/**
 * A third-party package beside ours, installed as its users install it. It comes from npm's configured registry, into a
 * folder of its own, exactly as the lock file in sdk/compatibility says. Our client library is the built
 * package. It hides no assertion: without the registry it throws, and says so.
 */
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PROGRAM_WITHIN_MS } from '../../run/time-outs.ts';
import { ROOT } from '../../tidy/source-files.ts';

export const CLIENT_LIBRARY = 'svc-sdk-0.1.0.tgz';
/** npm's codes for a missing answer, and a registry's statuses for a temporary one. */
const REGISTRY_AWAY = /\b(ECONN\w+|E?NOTFOUND|EAI_AGAIN|E?TIMEDOUT|ERR_SOCKET_\w+|EHOSTUNREACH|ENETUNREACH|E5\d\d)\b/;
/** The configuration of npm and of the network; no other variable of this process is passed on. */
const SET_UP =
  /^(PATH|HOME|NODE_EXTRA_CA_CERTS|(npm_config_)?(https?|no)_?proxy|npm_config_(registry|userconfig|cache))$/i;

export interface Installation {
  readonly folder: string;
  /**
   * Runs a program in the folder.
   * @param answer returns the stdin for a line of its output, or null for none; by default its stdin is empty
   */
  run(program: string, args: readonly string[], env?: Environment, answer?: Answer): Promise<Ended>;
  remove(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;
type Answer = (line: string) => Promise<string | null>;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * @param name of a folder in sdk/compatibility
 * @param optional also installs what is for this platform only
 * @throws Error when the registry cannot be reached, or lacks a package of the lock file
 */
export async function installWith(name: string, env: Environment = {}, optional = false): Promise<Installation> {
  return await installedBy(name, async (folder) => {
    await install(name, folder, env, optional);
    await unpackClientLibrary(folder);
  });
}

/** @param set makes a copy of the folder in sdk/compatibility ready; when it throws, nothing stays behind */
export async function installedBy(name: string, set: (folder: string) => Promise<void>): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), `svc-${name}-`));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await cp(join(ROOT, 'sdk/compatibility', name), folder, { recursive: true });
    await set(folder);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    folder,
    remove,
    run: (program, args, added, answer) => run(program, args, folder, PROGRAM_WITHIN_MS, added, answer),
  };
}

async function install(name: string, folder: string, env: Environment, optional: boolean): Promise<void> {
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier'];
  if (!optional) args.push('--omit=optional');
  const bounds = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=4000'];
  const { code, stderr } = await run('npm', [...args, ...bounds], folder, PROGRAM_WITHIN_MS, { ...setUp(), ...env });
  if (code === 0) return;
  const why =
    code === null || REGISTRY_AWAY.test(stderr)
      ? 'The npm registry cannot be reached, and this test needs it:'
      : 'npm could not install what the lock file names:';
  throw new Error(`${why} \`npm ci\` in a copy of sdk/compatibility/${name} ended with ${code}.\n${stderr}`);
}

/** The package that the service hands out; `npm run build` makes it. */
async function unpackClientLibrary(folder: string): Promise<void> {
  const target = join(folder, 'node_modules/@svc/sdk');
  await mkdir(target, { recursive: true });
  const archive = join(ROOT, 'dist/packages', CLIENT_LIBRARY);
  const unpacked = await run('tar', ['xzf', archive, '--strip-components=1', '-C', target], folder, PROGRAM_WITHIN_MS);
  if (unpacked.code !== 0) throw new Error(`${archive}: ${unpacked.stderr}`);
}

/** The variables of this process that reach a registry: by default those that npm needs. */
export function setUp(passed = SET_UP): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      passed.test(name) && value !== undefined ? [[name, value]] : [],
    ),
  );
}

/** Runs a program without any variable of this process but PATH; HOME is the folder. */
export function run(
  program: string,
  args: readonly string[],
  cwd: string,
  timeout: number,
  added: Environment = {},
  answer?: Answer,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env.PATH ?? '', HOME: cwd, ...added };
    const child = spawn(program, [...args], { cwd, env, timeout });
    const shown = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (shown.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (shown.stderr += text));
    if (answer === undefined) child.stdin.end();
    else {
      const reply = (text: string | null) => void (text === null ? undefined : child.stdin.write(`${text}\n`));
      for (const input of [child.stdout, child.stderr]) {
        createInterface({ input }).on('line', (line) => void answer(line).then(reply, reject));
      }
    }
    // The program may have ended before it read anything.
    child.stdin.on('error', () => undefined);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...shown }));
  });
}
