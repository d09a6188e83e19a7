// SPDX-License-Identifier: Apache-2.0
/** Sends due mails: claims them, reads their recipients, and delivers a message to each. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { isMailAddress } from '../../platform/addresses/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import { Places, SHARED_PLACES } from '../../platform/shares/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { type Metrics, StepClock } from '../../storage/metrics/index.ts';
import { NO_ORGANIZATION, nextDelayMs, sendDue } from '../../storage/outbox/index.ts';
import { ATTEMPTS_MAX, BACK_OFF, FINISH_WITHIN_MS } from './limits.ts';
import type { Message, SendResult, Transport } from './message.ts';
import { NOTICES, type ReadyMail } from './notices.ts';
import {
  type Claim,
  claimMails,
  claimPersonalMails,
  endMail,
  lanesOfMails,
  noteRecipient,
  releaseClaim,
  retryLater,
} from './outbox.ts';
import type { Recipient } from './recipients.ts';

export interface MailOptions {
  pool: pg.Pool;
  vault: Vault;
  transport: Transport;
  /** Public address of the service; empty while it does not listen. */
  baseUrl: () => string;
  /** The sender; null: `svc` at the host of the public address. */
  from: string | null;
  log: Record<'warn' | 'error', (fields: object, message: string) => void>;
  metrics: Pick<Metrics, 'mails' | 'mailSeconds'>;
}

export interface Mails {
  /** Sends due mails. After the signal it finishes the mails under way for 6 s, and releases the rest. */
  sendDue(signal: AbortSignal): Promise<void>;
}

export function createMails(options: MailOptions): Mails {
  const { pool } = options;
  const places = new Places(SHARED_PLACES.notices);
  const personalPlaces = new Places(SHARED_PLACES.personalMails);
  return {
    async sendDue(signal) {
      if (options.baseUrl() === '') return;
      const { stop, end } = patient(signal, pool.clock);
      // While the mail server is away the others wait: the next run tries again.
      const common = { pool, attempt: (claim: Claim) => attempt(options, claim, signal, stop) };
      const ofOrganizations = {
        ...common,
        places,
        dueLanes: () => lanesOfMails(pool),
        claim: (placesOf: ReadonlyMap<string, number>) => claimMails(pool, placesOf),
      };
      // A new password waits for no notice.
      const ofPeople = {
        ...common,
        places: personalPlaces,
        dueLanes: async () => [EVERYBODY],
        claim: (placesOf: ReadonlyMap<string, number>) => claimPersonalMails(pool, placesOf.get(NO_ORGANIZATION) ?? 0),
      };
      try {
        await Promise.all([sendDue(ofOrganizations, signal), sendDue(ofPeople, signal)]);
      } finally {
        end();
      }
    },
  };
}

/** The one lane of mails that belong to no organization. */
const EVERYBODY = { organizationId: NO_ORGANIZATION, count: SHARED_PLACES.personalMails.atOnceMax };

/** Aborts some time after the signal. */
function patient(signal: AbortSignal, clock: Clock): { stop: AbortSignal; end(): void } {
  const hard = new AbortController();
  let endWait = () => {};
  const begin = () => {
    endWait = clock.after(FINISH_WITHIN_MS, () => hard.abort());
  };
  signal.addEventListener('abort', begin, { once: true });
  if (signal.aborted) begin();
  return {
    stop: hard.signal,
    end() {
      signal.removeEventListener('abort', begin);
      endWait();
    },
  };
}

/** @returns false when the mail server accepts no messages, as far as this mail shows */
async function attempt(options: MailOptions, claim: Claim, signal: AbortSignal, stop: AbortSignal): Promise<boolean> {
  try {
    return await settle(options, claim, await sendToAll(options, claim, signal, stop));
  } catch (error) {
    // The claim lapses by itself. Names and codes only: a message may quote values.
    const { name, code } = error as { name?: unknown; code?: unknown };
    options.log.error({ ...nameOf(claim), fault: name, code }, 'a mail could not be prepared or noted');
    return true;
  }
}

/** `lost`: another process has the mail now. */
type Outcome = 'done' | 'retry' | 'server away' | 'released' | 'lost';

async function sendToAll(options: MailOptions, claim: Claim, signal: AbortSignal, stop: AbortSignal): Promise<Outcome> {
  // Only an abandoned claim, as of a dead process, can exceed the number of attempts.
  if (claim.attempts > ATTEMPTS_MAX) return 'retry';
  const mail = await read(options, claim);
  const recipients = mail?.recipients.filter(({ id }) => !claim.doneRecipientIds.includes(id)) ?? [];
  let outcome: Outcome = 'done';
  for (const recipient of turned(recipients, claim.attempts - 1)) {
    if (signal.aborted) return 'released';
    const result = await send(options, messageOf(options, claim, mail as ReadyMail, recipient), stop);
    if (result.outcome === 'released') return 'released';
    if (result.outcome !== 'sent') {
      options.log.warn({ ...nameOf(claim), ...result.failure }, FAILURES[result.outcome]);
    }
    if (result.outcome === 'retry') {
      if (result.scope === 'server') return 'server away';
      outcome = 'retry';
    } else if (!(await noteRecipient(options.pool, claim, recipient.id, result.outcome === 'sent'))) return 'lost';
  }
  return outcome;
}

/**
 * Each attempt begins with another person, so that a recipient at whom the mail server fails blocks none of the others.
 */
function turned(recipients: readonly Recipient[], by: number): readonly Recipient[] {
  const first = recipients.length === 0 ? 0 : by % recipients.length;
  return [...recipients.slice(first), ...recipients.slice(0, first)];
}

const FAILURES = {
  refused: 'a mail was refused for good',
  retry: 'a mail could not be sent, and is tried again',
} as const;

async function read({ pool, vault }: MailOptions, claim: Claim): Promise<ReadyMail | null> {
  const { organizationId } = claim;
  return await inTransaction(pool, organizationId === null ? [] : [organizationId], (transaction) =>
    NOTICES[claim.kind](transaction, claim, vault),
  );
}

async function send({ transport, metrics }: MailOptions, message: Message, stop: AbortSignal): Promise<SendResult> {
  const clock = new StepClock();
  const result: SendResult = isMailAddress(message.to)
    ? await transport.send(message, stop)
    : { outcome: 'refused', failure: { code: 'BAD_ADDRESS', step: null, status: null } };
  metrics.mails[result.outcome].add();
  if (result.outcome !== 'released') clock.endAll(metrics.mailSeconds);
  return result;
}

function messageOf(options: MailOptions, claim: Claim, mail: ReadyMail, recipient: Recipient): Message {
  const baseUrl = options.baseUrl();
  const from = options.from ?? `svc@${domainOf(baseUrl)}`;
  const copyId = createHash('sha256').update(`${claim.id} ${recipient.id}`).digest('hex').slice(0, 32);
  const { subject, body, html } = mail.textFor(recipient, baseUrl);
  return {
    copyId,
    messageId: `${copyId}@${from.slice(from.lastIndexOf('@') + 1)}`,
    createdAtMs: claim.createdAtMs,
    from,
    to: recipient.address,
    subject,
    text: body,
    html,
  };
}

/** An IP address is no domain. */
function domainOf(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  return /^\[|^[\d.]+$/.test(hostname) ? 'localhost' : hostname;
}

async function settle({ pool, log, metrics }: MailOptions, claim: Claim, outcome: Outcome): Promise<boolean> {
  if (outcome === 'done') await endMail(pool, claim);
  if (outcome === 'released') await releaseClaim(pool, claim);
  if (outcome === 'retry' || outcome === 'server away') {
    const delayMs = nextDelayMs(BACK_OFF, claim.attempts, { random: Math.random() });
    if (delayMs !== null) await retryLater(pool, claim, delayMs);
    else {
      await endMail(pool, claim);
      metrics.mails.given_up.add();
      log.error(nameOf(claim), 'a mail was given up: not everybody could be told');
    }
  }
  return outcome !== 'server away';
}

function nameOf({ id, kind, organizationId, attempts }: Claim): object {
  return { mailId: id, kind, organizationId, attempts };
}
