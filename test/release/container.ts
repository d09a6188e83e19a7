// SPDX-License-Identifier: Apache-2.0
/**
 * The image of a release, run as a container engine would: its own root, read-only, as its own account, without any
 * capability. Debian's umoci unpacks it and bubblewrap runs it; both are fetched, not installed.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { debianTools } from '../../scripts/debian.mjs';

interface ImageConfig {
  User: string;
  Env: readonly string[];
  Entrypoint: readonly string[];
  WorkingDir: string;
  Volumes: Readonly<Record<string, unknown>>;
  ExposedPorts: Readonly<Record<string, unknown>>;
  StopSignal: string;
  Labels: Readonly<Record<string, string>>;
}

export interface Image {
  root: string;
  config: ImageConfig;
  digest: string;
  architecture: string;
  /** The times in the image: of itself, and of each layer. */
  times: readonly string[];
}

export interface Container {
  child: ChildProcess;
  /** Reaches the program, as a container engine does. */
  signal(name: NodeJS.Signals): Promise<unknown>;
}

interface RunOptions {
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  command?: readonly string[];
}

const tools = () => debianTools(['umoci', 'bubblewrap']);

/** @param archive the file .oci.tar @param folder an empty one */
export function unpackImage(archive: string, folder: string): Image {
  const layout = join(folder, 'layout');
  mkdirSync(layout);
  execFileSync('tar', ['xf', archive, '-C', layout]);
  const read = (path: string) => JSON.parse(readFileSync(join(layout, path), 'utf8'));
  const [{ digest, annotations }] = read('index.json').manifests;
  const blob = (of: string) => read(`blobs/${of.replace(':', '/')}`);
  const { config, architecture, created, history } = blob(blob(digest).config.digest);
  const tag: string = annotations['org.opencontainers.image.ref.name'];
  const bundle = join(folder, 'bundle');
  const rootless = process.getuid?.() === 0 ? [] : ['--rootless'];
  execFileSync('umoci', ['unpack', ...rootless, '--image', `${layout}:${tag}`, bundle], {
    env: tools(),
    stdio: 'pipe',
  });
  const times = [created, ...history.map((layer: { created: string }) => layer.created)];
  return { root: join(bundle, 'rootfs'), config, digest, architecture, times };
}

/**
 * @param data the folder that is mounted for the service's data
 * @param options `command` in place of that of the image
 */
export function runImage({ root, config }: Image, data: string, options: RunOptions = {}): Container {
  const { args = [], env = {}, command = config.Entrypoint } = options;
  const [user = '', group = ''] = config.User.split(':');
  const variables = [...config.Env.map((one) => one.split(/=(.*)/s)), ...Object.entries(env)];
  const isolation = ['--unshare-user', '--unshare-pid', '--as-pid-1', '--unshare-ipc', '--unshare-uts'];
  const mounts = ['--ro-bind', root, '/', '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'];
  const child = spawn(
    'bwrap',
    [
      ...isolation,
      ...['--info-fd', '3'],
      ...['--uid', user, '--gid', group, '--cap-drop', 'ALL', '--die-with-parent', '--new-session'],
      ...mounts,
      ...Object.keys(config.Volumes).flatMap((volume) => ['--bind', data, volume]),
      ...['--chdir', config.WorkingDir, '--clearenv'],
      ...variables.flatMap(([name = '', value = '']) => ['--setenv', name, value]),
      ...command,
      ...args,
    ],
    { env: tools(), stdio: ['ignore', 'pipe', 'pipe', 'pipe'] },
  );
  return { child, signal: async (name) => process.kill(await programOf(child), name) };
}

/** @returns the program of the container, as the host numbers it */
async function programOf({ stdio }: ChildProcess): Promise<number> {
  let text = '';
  for await (const chunk of stdio[3] as Readable) text += String(chunk);
  return (JSON.parse(text) as { 'child-pid': number })['child-pid'];
}
