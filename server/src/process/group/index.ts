// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the service in several processes at one port. The first one opens the database, and starts those that serve,
 * also in the place of one that has ended. It answers nothing itself. Refuses to know what is decided: a home of an
 * organization saves work, and is never needed for being right.
 */
import cluster, { type Worker } from 'node:cluster';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../platform/config/index.ts';
import type { Logger } from '../../platform/logging/index.ts';
import { type Prepare, prepareService } from '../prepare.ts';
import type { Service } from '../service.ts';
import type { FromMember, ToMember } from './messages.ts';
import { endOrphans, memberArguments } from './orphans.ts';

/** A process that ends again and again is not started at once. */
const RESTART_AFTER_MS = 100;
const RESTART_AFTER_SOON_MS = 2_000;
const SOON_MS = 10_000;

/** Loaded by a process that serves. */
export const loadMember = () => import('./member.ts');

interface Serving {
  number: number;
  worker: Worker;
  startedMs: number;
  isHome: boolean;
}

type Started = Pick<Service, 'address' | 'firstOwnerLink' | 'drain' | 'stop'>;

/** @throws Error with a message for the operator */
export async function startGroup(
  config: Config,
  logger: Logger,
  prepare: Prepare,
  signal?: AbortSignal,
): Promise<Started> {
  const prepared = await prepareService(config, logger, prepare, signal);
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  await endOrphans(config.dataDir, logger);
  await prepared.endWaiting();
  // For this user alone, since a writer to one of its sockets records decisions.
  const folder = mkdtempSync(join(tmpdir(), 'svc-'));
  const group = new Group({ logger, folder, dataDir: config.dataDir, shared: prepared });
  const close = async () => {
    await group.stop();
    rmSync(folder, { recursive: true, force: true });
    await prepared.database.stop();
  };
  try {
    const { address, firstOwnerLink } = await group.start(prepared.processes, signal);
    logger.info({ processes: prepared.processes }, `listening on ${address}`);
    return { address, firstOwnerLink, drain: () => group.tellAll({ kind: 'drain' }), stop: close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface GroupOptions {
  logger: Logger;
  folder: string;
  dataDir: string;
  shared: Extract<ToMember, { kind: 'start' }>['shared'];
}

interface Listening {
  address: string;
  firstOwnerLink: string | null;
}

class Group {
  readonly #options: GroupOptions;
  readonly #serving = new Map<number, Serving>();
  #isStopping = false;

  constructor(options: GroupOptions) {
    this.#options = options;
    // Each process accepts for itself, and goes on to when this one is gone.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ args: memberArguments(options.dataDir), serialization: 'advanced' });
    // A stop that takes too long leaves none behind.
    process.once('exit', () => {
      for (const { worker } of this.#serving.values()) worker.process.kill('SIGKILL');
    });
  }

  /** Resolves when all of them listen. @throws Error when one of them ends before */
  async start(processes: number, signal?: AbortSignal): Promise<Listening> {
    // The first one makes what is made once, and the port that is free.
    const first = await this.#run(0, signal);
    const others = Array.from({ length: processes - 1 }, (_, index) => this.#run(index + 1, signal));
    await Promise.all(others);
    return first;
  }

  tellAll(message: ToMember): void {
    for (const { worker } of this.#serving.values()) if (worker.isConnected()) worker.send(message);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    const ended = [...this.#serving.values()].map(
      ({ worker }) => new Promise<void>((resolve) => worker.once('exit', () => resolve())),
    );
    this.tellAll({ kind: 'stop' });
    await Promise.all(ended);
  }

  /** Resolves when it listens. */
  #run(number: number, signal?: AbortSignal): Promise<Listening> {
    const worker = cluster.fork();
    const serving: Serving = { number, worker, startedMs: performance.now(), isHome: false };
    this.#serving.set(number, serving);
    const { folder, shared } = this.#options;
    const { address, databaseConnections, loopbackFor } = shared;
    // It may end while it is told something.
    worker.on('error', () => undefined);
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      let isListening = false;
      worker.on('message', (message: FromMember) => {
        if (message.kind === 'here') {
          const start = { kind: 'start', number, folder, shared: { address, databaseConnections, loopbackFor } };
          // A stop that it was told before it heard is lost.
          worker.send(this.#isStopping ? { kind: 'stop' } : start);
        } else if (message.kind === 'listening') {
          isListening = true;
          resolve(message);
        } else this.#move(serving, message.kind === 'joined');
      });
      worker.once('exit', (code, killedBy) => {
        this.#serving.delete(number);
        this.#move(serving, false);
        if (this.#isStopping) return;
        if (!isListening) reject(new Error('a process of the service has ended before it listened: see above'));
        else this.#again(number, serving.startedMs, { code, killedBy });
      });
    });
  }

  /** Tells all who takes drafts. */
  #move(serving: Serving, isHome: boolean): void {
    serving.isHome = isHome;
    const homes = [...this.#serving.values()].filter((one) => one.isHome);
    const neighbours = homes.map(({ number, worker }) => ({ number, pid: worker.process.pid ?? 0 }));
    this.tellAll({ kind: 'neighbours', neighbours });
  }

  #again(number: number, startedMs: number, ended: { code: number; killedBy: string }): void {
    const isSoon = performance.now() - startedMs < SOON_MS;
    this.#options.logger.error({ process: number, ...ended }, 'a process has ended, and is started again');
    setTimeout(
      () => {
        if (this.#isStopping) return;
        this.#run(number).catch(() => {
          if (!this.#isStopping) this.#again(number, performance.now(), ended);
        });
      },
      isSoon ? RESTART_AFTER_SOON_MS : RESTART_AFTER_MS,
    );
  }
}
