// SPDX-License-Identifier: Apache-2.0
/** The rows of proposals. Writers hold the head's lock. */
import { createHash } from 'node:crypto';
import type { Looser, ProposalKind } from '@svc/contract';
import { canonicalJson, type JsonValue } from '@svc/core/canonical-json';
import type { Transaction } from '../../storage/db/index.ts';
import type { AskedChange } from '../policies/index.ts';

/** A change of which a proposal is made. */
export interface ProposedChange extends Omit<AskedChange, 'author'> {
  author: AskedChange['author'] | { type: 'file'; id: null };
}

export interface StoredProposal {
  id: string;
  kind: ProposalKind;
  subject: string | null;
  request: Record<string, unknown>;
  looser: Looser;
  status: 'PENDING' | 'ACCEPTED' | 'DECLINED' | 'WITHDRAWN';
  authorType: 'user' | 'key' | 'file';
  /** null: a provisioning file. */
  authorId: string | null;
  /** The person behind it: the author, or the one who made the key; null when that is not known. */
  authorPersonId: string | null;
  authorName: string | null;
  createdAt: Date;
  expiresAt: Date;
  answeredBy: string | null;
  answeredByName: string | null;
  answeredAt: Date | null;
}

export const PROPOSAL_COLUMNS = `p.id, p.kind, p.subject, p.request, p.looser, p.status, p.author_type AS "authorType",
  p.author_id AS "authorId", COALESCE(author.id, key.created_by) AS "authorPersonId",
  COALESCE(author.name, key.name) AS "authorName", p.created_at AS "createdAt", p.expires_at AS "expiresAt",
  p.answered_by AS "answeredBy", answerer.name AS "answeredByName", p.answered_at AS "answeredAt"`;

export const PROPOSAL_JOINS = `
  LEFT JOIN svc.accounts author ON p.author_type = 'user' AND author.id = p.author_id
  LEFT JOIN svc.api_keys key
    ON p.author_type = 'key' AND key.organization_id = p.organization_id AND key.id = p.author_id
  LEFT JOIN svc.accounts answerer ON answerer.id = p.answered_by`;

/** @returns undefined when there is none */
export async function selectProposal(
  transaction: Transaction,
  organizationId: string,
  id: string,
): Promise<StoredProposal | undefined> {
  const [row] = await transaction.query<StoredProposal & Record<string, unknown>>(SELECT_PROPOSAL, [
    organizationId,
    id,
  ]);
  return row;
}

const SELECT_PROPOSAL = `
  SELECT ${PROPOSAL_COLUMNS} FROM svc.proposals p ${PROPOSAL_JOINS} WHERE p.organization_id = $1 AND p.id = $2`;

/** The same change by the same author has one digest. */
export function digestOf({ kind, subject, request, author }: ProposedChange): Buffer {
  const text = canonicalJson({ kind, subject, request, author } as unknown as JsonValue);
  return createHash('sha256').update(text).digest();
}

/** @returns those that wait, and the id of the one with this digest */
export async function selectWaiting(
  transaction: Transaction,
  organizationId: string,
  digest: Buffer,
): Promise<{ count: number; sameId: string | null }> {
  const values = [organizationId, digest, transaction.clock.now()];
  const [row] = await transaction.query<{ count: number; sameId: string | null }>(SELECT_WAITING, values);
  return row ?? { count: 0, sameId: null };
}

const SELECT_WAITING = `
  SELECT count(*)::int AS count, (array_agg(id) FILTER (WHERE request_digest = $2))[1] AS "sameId"
  FROM svc.proposals WHERE organization_id = $1 AND status = 'PENDING' AND expires_at > $3`;

/** Read under the head's lock: the switch itself changes under it. */
export async function selectNeedsTwo(transaction: Transaction, organizationId: string): Promise<boolean> {
  const [row] = await transaction.query<{ isOn: boolean }>(SELECT_NEEDS_TWO, [organizationId]);
  return row?.isOn === true;
}

const SELECT_NEEDS_TWO = `SELECT loosen_needs_two AS "isOn" FROM svc.organizations WHERE organization_id = $1`;

/** The last answer to the same change. @returns null when it was never asked for */
export async function selectLast(
  transaction: Transaction,
  organizationId: string,
  asked: ProposedChange,
): Promise<Pick<StoredProposal, 'id' | 'status'> | null> {
  const [row] = await transaction.query<Pick<StoredProposal, 'id' | 'status'> & Record<string, unknown>>(SELECT_LAST, [
    organizationId,
    digestOf(asked),
  ]);
  return row ?? null;
}

const SELECT_LAST = `
  SELECT id, status FROM svc.proposals WHERE organization_id = $1 AND request_digest = $2 ORDER BY id DESC LIMIT 1`;

interface NewProposal {
  id: string;
  asked: ProposedChange;
  looser: Looser;
  at: Date;
  expiresAt: Date;
}

export async function insertProposal(
  transaction: Transaction,
  organizationId: string,
  { id, asked, looser, at, expiresAt }: NewProposal,
): Promise<void> {
  const { kind, subject, request, author } = asked;
  const values = [organizationId, id, kind, subject, JSON.stringify(request), digestOf(asked), JSON.stringify(looser)];
  await transaction.query(INSERT_PROPOSAL, [...values, author.type, author.id, at, expiresAt]);
}

const INSERT_PROPOSAL = `
  INSERT INTO svc.proposals (organization_id, id, kind, subject, request, request_digest, looser, author_type,
    author_id, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;

export async function writeLooser(
  transaction: Transaction,
  organizationId: string,
  id: string,
  looser: Looser,
): Promise<void> {
  await transaction.query(WRITE_LOOSER, [organizationId, id, JSON.stringify(looser)]);
}

const WRITE_LOOSER = `UPDATE svc.proposals SET looser = $3 WHERE organization_id = $1 AND id = $2`;

/** @returns whether it still waited */
export async function answerProposal(
  transaction: Transaction,
  organizationId: string,
  { id, status, accountId }: { id: string; status: StoredProposal['status']; accountId: string },
): Promise<boolean> {
  const values = [organizationId, id, status, accountId, transaction.clock.now()];
  return (await transaction.query(ANSWER_PROPOSAL, values)).length === 1;
}

const ANSWER_PROPOSAL = `
  UPDATE svc.proposals SET status = $3, answered_by = $4, answered_at = $5::timestamptz
  WHERE organization_id = $1 AND id = $2 AND status = 'PENDING' AND expires_at > $5::timestamptz RETURNING id`;
