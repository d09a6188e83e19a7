// SPDX-License-Identifier: Apache-2.0
/**
 * A machine between the service and its proxy, which can vanish without a word: a HAProxy in a network namespace of its
 * own. No packet leaves the namespace once its cable is gone, so the service hears of no end.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRoot, type Program, startProgram } from './processes.ts';
import { programAt } from './programs.ts';

export interface Relay {
  host: string;
  port: number;
  /** Makes the machine, anew where it has vanished: with the same addresses, and without a memory. */
  start(): void;
  vanish(): Promise<void>;
  stop(): Promise<void>;
}

/** Names of the namespace and of the bridge to it. They are of this process, so that runs do not meet. */
export const NETWORK = { namespace: `svc-failover-${process.pid}`, bridge: `svcb${process.pid}` } as const;

/** Only root makes namespaces, and a container may keep them from root too. */
export function canRelay(): boolean {
  if (!isRoot()) return false;
  const name = `${NETWORK.namespace}-look`;
  if (spawnSync('ip', ['netns', 'add', name]).status !== 0) return false;
  spawnSync('ip', ['netns', 'del', name]);
  return true;
}

const PORT = 5432;
/** Both ends of a veth, and an address of hardware that a new machine has again. */
const OUTER = `svco${process.pid}`;
const INNER = `svci${process.pid}`;
const HARDWARE = '02:73:76:63:00:02';

/** @param socket where the proxy behind listens */
export function createRelay(folder: string, socket: string): Relay {
  const net = `10.213.${process.pid % 250}`;
  const host = `${net}.2`;
  const file = join(folder, 'relay.cfg');
  writeFileSync(file, relayFile(host, socket));
  let program: Program | null = null;
  let hasBridge = false;

  function makeBridge(): void {
    if (hasBridge) return;
    ip('link', 'add', NETWORK.bridge, 'type', 'bridge');
    hasBridge = true;
    ip('addr', 'add', `${net}.1/30`, 'dev', NETWORK.bridge);
    ip('link', 'set', NETWORK.bridge, 'up');
  }

  async function vanish(): Promise<void> {
    if (program === null) return;
    // The link first: a process that ends closes its sockets, and the service may not hear of it.
    ip('-n', NETWORK.namespace, 'link', 'set', INNER, 'down');
    program.kill('SIGKILL');
    await program.ended;
    program = null;
    // Sockets that still have something to say keep a namespace alive: the cable goes by itself.
    ip('link', 'del', OUTER);
    ip('netns', 'del', NETWORK.namespace);
  }

  return {
    host,
    port: PORT,
    start() {
      if (program !== null) return;
      makeBridge();
      const inside = ['-n', NETWORK.namespace];
      ip('netns', 'add', NETWORK.namespace);
      ip('link', 'add', OUTER, 'type', 'veth', 'peer', 'name', INNER, 'netns', NETWORK.namespace);
      ip('link', 'set', OUTER, 'master', NETWORK.bridge, 'up');
      ip(...inside, 'link', 'set', INNER, 'address', HARDWARE);
      ip(...inside, 'addr', 'add', `${host}/30`, 'dev', INNER);
      ip(...inside, 'link', 'set', INNER, 'up');
      const command = ['ip', 'netns', 'exec', NETWORK.namespace, programAt('haproxy'), '-db', '-f', file];
      program = startProgram('relay', command, { folder });
    },
    vanish,
    async stop() {
      await vanish();
      if (hasBridge) ip('link', 'del', NETWORK.bridge);
      hasBridge = false;
    },
  };
}

/** @throws Error with what the program said */
function ip(...args: string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`);
}

function relayFile(host: string, socket: string): string {
  return `
defaults
  mode tcp
  timeout connect 4s
  timeout client 30m
  timeout server 30m
listen relay
  bind ${host}:${PORT}
  server behind unix@${socket}
`;
}
