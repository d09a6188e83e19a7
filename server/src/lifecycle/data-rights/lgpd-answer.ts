// SPDX-License-Identifier: Apache-2.0
/** The answer about a decision to the person whom it concerns (LGPD, article 20), as a page or as JSON. */
import {
  HELD_ITEMS_MAX,
  type Language,
  type LGPD_ANSWER_FILES,
  LGPD_ANSWER_FORMAT,
  LGPD_NOT_SHOWN,
  type LgpdAnswer,
  type LgpdDecision,
} from '@svc/contract';
import type pg from 'pg';
import { readOrganization } from '../../organization/organizations/index.ts';
import { selectProfile } from '../../people/accounts/index.ts';
import { actAsAdmin, type Changer } from '../../people/memberships/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { pageOf } from '../../platform/pagination/index.ts';
import type { Archive } from '../../record/archive/index.ts';
import { type Checkpoints, proveEntry } from '../../record/audit/index.ts';
import { EVENT_MARK, explainEvent, listEvents } from '../../record/events/index.ts';
import type { Reader, Reads } from '../../storage/lists/index.ts';
import { jsonPieces } from './json-file.ts';
import { pagePieces } from './lgpd-answer/page.ts';
import { toldDecision } from './lgpd-answer/told-decision.ts';

/** A session may lie far back: after so many searches the answer says how far it looked. */
const SEARCHES_MAX = 10;

export interface LgpdAnswerDeps {
  pool: pg.Pool;
  reads: Reads;
  archive: Archive;
  checkpoints: Checkpoints;
}

export interface LgpdQuestion {
  eventId: string;
  format: (typeof LGPD_ANSWER_FILES)[number];
  /** null: that of the person who asks. */
  language: Language | null;
  /** The language that the browser asks for, for a person who has chosen none. */
  browserLanguage: Language;
  contact: string | null;
  /** Also the other events with the session of this one. */
  isOfSession: boolean;
}

/**
 * The answer becomes an entry of the audit chain, which is its only trace: the file itself is not kept.
 * @param asker who makes it, and whose turn its searches take
 * @returns the pieces of the file
 * @throws ApiError 404 without such an event, 409 for a sandbox event, and for a session where the agent named none
 */
export async function openLgpdAnswer(
  deps: LgpdAnswerDeps,
  asker: Changer & { organizationName: string; reader: Reader },
  question: LgpdQuestion,
): Promise<AsyncGenerator<string>> {
  const { pool } = deps;
  const { organizationId, organizationName: name } = asker;
  const found = await findEvents(deps, asker, question);
  const { timeZone } = await readOrganization(pool, organizationId);
  const language = await actAsAdmin(pool, asker, async (transaction) => {
    const { language: chosen } = await selectProfile(transaction, asker.accountId);
    const told = question.language ?? chosen ?? question.browserLanguage;
    const metadata = { decisions: found.ids.length, format: question.format, language: told };
    const subject = { type: 'event', id: question.eventId };
    return { result: told, changes: [{ kind: 'answer.exported', subject, metadata }] };
  });
  // So that a decision of a moment ago has its proof.
  await deps.checkpoints.cover(organizationId);
  const head: Omit<LgpdAnswer, 'decisions'> = {
    format: LGPD_ANSWER_FORMAT,
    madeAt: pool.clock.now().toISOString(),
    language,
    organization: { id: organizationId, name },
    contact: question.contact,
    session: question.isOfSession,
    isWhole: found.isWhole,
    searchedBackTo: found.searchedBackTo,
    notShown: [...LGPD_NOT_SHOWN],
  };
  const decisions = toldDecisions(deps, asker, found.ids, { language, timeZone });
  if (question.format === 'json') return jsonPieces(head, { decisions });
  return pagePieces(head, { count: found.ids.length, timeZone }, decisions);
}

interface Found {
  /** The event that was asked about, then the others. */
  ids: string[];
  isWhole: boolean;
  searchedBackTo: string | null;
}

async function findEvents(
  { reads, archive }: LgpdAnswerDeps,
  { organizationId, accountId, reader }: Changer & { reader: Reader },
  { eventId, isOfSession }: LgpdQuestion,
): Promise<Found> {
  const asked = { organizationId, role: 'ADMIN', groups: [], accountId } as const;
  const { event } = await explainEvent(reads.pool, asked, eventId, archive);
  if (event.sandbox) throw new ApiError('conflict', { message: 'An event of a TEST key decided about no person.' });
  if (!isOfSession) return { ids: [event.id], isWhole: true, searchedBackTo: null };
  const session = event.context?.session;
  if (session === undefined) throw new ApiError('conflict', { message: 'The agent named no session for this event.' });
  return await searchSession(reads, reader, event.id, session);
}

async function searchSession(reads: Reads, reader: Reader, eventId: string, session: string): Promise<Found> {
  const ids = [eventId];
  const limit = String(HELD_ITEMS_MAX);
  let query: { limit: string; cursor?: string } = { limit };
  for (let searches = 1; ; searches += 1) {
    const page = await listEvents(reads, reader, { session }, pageOf(query, EVENT_MARK));
    ids.push(...page.items.map(({ id }) => id).filter((id) => id !== eventId));
    const isWhole = ids.length <= HELD_ITEMS_MAX;
    const isOver = page.nextCursor === null || !isWhole || searches === SEARCHES_MAX;
    if (isOver) return { ids: ids.slice(0, HELD_ITEMS_MAX), isWhole, searchedBackTo: page.searchedBackTo };
    query = { limit, cursor: page.nextCursor ?? '' };
  }
}

/** Each is read when the one before was taken. The deletion of the organization breaks the answer off. */
async function* toldDecisions(
  { reads, archive, checkpoints }: LgpdAnswerDeps,
  { organizationId, accountId }: Changer,
  ids: readonly string[],
  telling: Parameters<typeof toldDecision>[2],
): AsyncGenerator<readonly LgpdDecision[]> {
  for (const id of ids) {
    const detail = await explainEvent(
      reads.pool,
      { organizationId, role: 'ADMIN', groups: [], accountId },
      id,
      archive,
    );
    const proof = await proveEntry(reads.pool, checkpoints, organizationId, detail.event.seq, archive);
    yield [toldDecision(detail, proof, telling)];
  }
}
