// SPDX-License-Identifier: Apache-2.0
/**
 * Every place that all organizations of a process share, with its bounds. docs/reference/shared-places.md is made from
 * this table. A test walks through it with a crowd of one stranger beside the work of another owner.
 */
import { availableParallelism } from 'node:os';
import type { PlaceLimits } from './places.ts';

export interface SharedPlace extends PlaceLimits {
  /** The work, as a plural noun. */
  what: string;
  /** One holder is an organization, and for a stranger all organizations of that stranger; or a client's address. */
  sharedBy: 'organization' | 'address' | 'person';
  /** For people, where it depends on the machine. */
  atOnceText?: string;
  /** The end of work for which there is no place, and no room to wait. */
  beyond: string;
}

const UNBOUNDED = Number.POSITIVE_INFINITY;
const REFUSED = 'refused: 503 with `Retry-After`';
const STAYS = 'stays due in its outbox';
const SECOND_MS = 1_000;

/** One processor stays free for decisions. */
const THREADS = Math.max(1, availableParallelism() - 1);

export const SHARED_PLACES = {
  /** A hash keeps a processor busy for some 25 ms and takes 19 MiB: a waiting one holds a request for 15 s at most. */
  passwords: {
    what: 'Password hashes; known browsers first',
    sharedBy: 'address',
    atOnceMax: Math.min(4, THREADS),
    atOnceText: 'one less than processors, 1 to 4',
    keptMax: 0,
    perHolderMax: Math.min(4, THREADS),
    waitingMax: 500,
    waitingPerHolderMax: 100,
    beyond: REFUSED,
  },
  attempts: {
    what: 'Attempts at a password, code or token',
    sharedBy: 'address',
    atOnceMax: UNBOUNDED,
    keptMax: 0,
    perHolderMax: 5,
    waitingMax: 1_000,
    waitingPerHolderMax: 100,
    beyond: REFUSED,
  },
  /** Requests of one secret take one place. */
  lookUps: {
    what: 'Look-ups of keys, sessions and tokens not seen lately',
    sharedBy: 'address',
    atOnceMax: UNBOUNDED,
    keptMax: 0,
    perHolderMax: 2,
    waitingMax: 5_000,
    waitingPerHolderMax: 1_000,
    beyond: REFUSED,
  },
  /** As bodies of requests, those that wait hold 200 MB. */
  turns: {
    what: 'Turns of the event loop for large bodies and large policy sets',
    sharedBy: 'organization',
    atOnceMax: 1,
    keptMax: 0,
    perHolderMax: 1,
    waitingMax: 1_000,
    waitingPerHolderMax: 250,
    beyond: REFUSED,
  },
  /** At about 5 ms each, the last in line waits for about a second. */
  scans: {
    what: 'Scans of long content',
    sharedBy: 'organization',
    atOnceMax: THREADS,
    atOnceText: 'one less than processors',
    keptMax: 0,
    perHolderMax: THREADS,
    waitingMax: 200,
    waitingPerHolderMax: 100,
    beyond: REFUSED,
  },
  /** With the texts of the largest sets they hold 1.6 GB at the worst, most of which snapshots hold already. */
  policyJobs: {
    what: 'Policy tests and applies of large sets',
    sharedBy: 'organization',
    atOnceMax: 2,
    keptMax: 0,
    perHolderMax: 1,
    waitingMax: 200,
    waitingPerHolderMax: 8,
    beyond: REFUSED,
  },
  /** One thread is for holders whose last proof took long, and the other one for all. */
  proofs: {
    what: 'Proofs, analyses and comparisons of policies; those that a change needs first',
    sharedBy: 'organization',
    atOnceMax: 2,
    keptMax: 0,
    perHolderMax: 1,
    slow: { afterMs: SECOND_MS, atOnceMax: 1 },
    waitingMax: 40,
    waitingPerHolderMax: 4,
    beyond: REFUSED,
  },
  calls: {
    what: 'Outgoing calls under way: of gateways, and as many each of chats, tokens and copies of checkpoints',
    sharedBy: 'organization',
    atOnceMax: 512,
    keptMax: 64,
    perHolderMax: 128,
    slow: { afterMs: 2 * SECOND_MS, atOnceMax: 320 },
    waitingMax: 0,
    waitingPerHolderMax: 0,
    beyond: '`upstream busy`',
  },
  callsToHost: {
    what: 'Outgoing calls under way to one host',
    sharedBy: 'organization',
    atOnceMax: 256,
    keptMax: 32,
    perHolderMax: 128,
    slow: { afterMs: 2 * SECOND_MS, atOnceMax: 160 },
    waitingMax: 0,
    waitingPerHolderMax: 0,
    beyond: '`upstream busy`',
  },
  checks: {
    what: 'Calls by which people try a route or an integration',
    sharedBy: 'organization',
    atOnceMax: 64,
    keptMax: 16,
    perHolderMax: 20,
    slow: { afterMs: 2 * SECOND_MS, atOnceMax: 32 },
    waitingMax: 0,
    waitingPerHolderMax: 0,
    beyond: '`BUSY`',
  },
  directories: {
    what: 'Calls to directories, for sign-ins',
    sharedBy: 'organization',
    atOnceMax: 64,
    keptMax: 16,
    perHolderMax: 20,
    slow: { afterMs: 2 * SECOND_MS, atOnceMax: 32 },
    waitingMax: 0,
    waitingPerHolderMax: 0,
    beyond: 'refused: the sign-in says that the directory could not be asked',
  },
  webhookCalls: {
    what: 'Calls of webhook receivers under way',
    sharedBy: 'organization',
    atOnceMax: 1_024,
    keptMax: 128,
    perHolderMax: 256,
    slow: { afterMs: SECOND_MS, atOnceMax: 512 },
    waitingMax: 0,
    waitingPerHolderMax: 0,
    beyond: STAYS,
  },
  chatMessages: {
    what: 'Chat messages and tickets under way',
    sharedBy: 'organization',
    atOnceMax: 32,
    keptMax: 8,
    perHolderMax: 8,
    slow: { afterMs: SECOND_MS, atOnceMax: 16 },
    waitingMax: 0,
    waitingPerHolderMax: 0,
    beyond: STAYS,
  },
  /** It also bounds the connections to the mail server. */
  notices: {
    what: 'Mails of organizations under way',
    sharedBy: 'organization',
    atOnceMax: 4,
    keptMax: 1,
    perHolderMax: 2,
    waitingMax: 0,
    waitingPerHolderMax: 0,
    beyond: STAYS,
  },
  personalMails: {
    what: 'Mails about an account under way, such as a link for a new password',
    sharedBy: 'person',
    atOnceMax: 4,
    keptMax: 0,
    perHolderMax: 4,
    waitingMax: 0,
    waitingPerHolderMax: 0,
    beyond: STAYS,
  },
  checkpointCopies: {
    what: 'Copies of checkpoints under way',
    sharedBy: 'organization',
    atOnceMax: 32,
    keptMax: 8,
    perHolderMax: 4,
    slow: { afterMs: SECOND_MS, atOnceMax: 16 },
    waitingMax: 0,
    waitingPerHolderMax: 0,
    beyond: STAYS,
  },
  evaluations: {
    what: 'Evaluations of proposed policies over stored events',
    sharedBy: 'organization',
    atOnceMax: 8,
    keptMax: 3,
    perHolderMax: 4,
    slow: { afterMs: 10 * SECOND_MS, atOnceMax: 5 },
    waitingMax: 0,
    waitingPerHolderMax: 0,
    beyond: REFUSED,
  },
  searches: {
    what: 'Searches of lists',
    sharedBy: 'organization',
    atOnceMax: 6,
    keptMax: 2,
    perHolderMax: 4,
    waitingMax: 100,
    waitingPerHolderMax: 8,
    beyond: 'refused: 429 with `Retry-After`',
  },
  exports: {
    what: 'Exports and checks of the chain',
    sharedBy: 'organization',
    atOnceMax: 16,
    keptMax: 4,
    perHolderMax: 4,
    waitingMax: 400,
    waitingPerHolderMax: 40,
    beyond: 'refused: 429 with `Retry-After`',
  },
  /** Each has a thread of its own, with all rules of its organization. */
  replays: {
    what: 'Decisions of a chain decided again',
    sharedBy: 'organization',
    atOnceMax: 2,
    keptMax: 0,
    perHolderMax: 1,
    waitingMax: 20,
    waitingPerHolderMax: 2,
    beyond: 'refused: 429 with `Retry-After`',
  },
  /** Each holds a connection, so that connections bound them too. */
  reviewWaits: {
    what: 'Calls that wait for the outcome of a review',
    sharedBy: 'organization',
    atOnceMax: 10_000,
    keptMax: 1_000,
    perHolderMax: 2_000,
    waitingMax: 0,
    waitingPerHolderMax: 0,
    beyond: 'answered at once, as without a wait',
  },
  streams: {
    what: 'Streams of news that are open',
    sharedBy: 'organization',
    atOnceMax: 12_000,
    keptMax: 1_000,
    perHolderMax: 2_000,
    waitingMax: 0,
    waitingPerHolderMax: 0,
    beyond: REFUSED,
  },
} as const satisfies Record<string, SharedPlace>;
