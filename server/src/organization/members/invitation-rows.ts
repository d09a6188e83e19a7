// SPDX-License-Identifier: Apache-2.0
/** The rows of invitations, and the directory by which a link finds its organization. Writers hold the head's lock. */
import type { Invitation, Role } from '@svc/contract';
import type pg from 'pg';
import { GIVEN_ROLES } from '../../people/memberships/index.ts';
import { inTransaction, queryAcross, type Transaction } from '../../storage/db/index.ts';

export interface InvitationDraft {
  id: string;
  email: string;
  emailKey: string;
  role: Role;
  invitedBy: string;
  digest: Buffer;
  /** Null for a link that the person who invites has seen, and hands over. */
  sealedSecret: string | null;
  sentAt: Date;
  expiresAt: Date;
}

/** Makes an invitation; its directory entry with it. */
export async function insertInvitation(
  transaction: Transaction,
  organizationId: string,
  draft: InvitationDraft,
): Promise<void> {
  const { id, email, emailKey, role, invitedBy, digest, sealedSecret, sentAt, expiresAt } = draft;
  const values = [organizationId, id, email, emailKey, role, invitedBy, digest, sealedSecret, sentAt, expiresAt];
  await Promise.all([
    transaction.query(INSERT, values),
    transaction.query(INSERT_LINK, [digest, organizationId, id, expiresAt]),
  ]);
}

const INSERT = `
  INSERT INTO svc.invitations (organization_id, id, email, email_key, role, invited_by, secret_hash, sealed_secret,
    created_at, sent_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)`;

const INSERT_LINK = `
  INSERT INTO svc.invitation_directory (secret_hash, organization_id, invitation_id, expires_at)
  VALUES ($1, $2, $3, $4)`;

/** Gives an invitation another link, and its sender as the author; the older link ends. */
export async function replaceLink(
  transaction: Transaction,
  organizationId: string,
  { id, digest, sealedSecret, sentAt, expiresAt, invitedBy }: Omit<InvitationDraft, 'email' | 'emailKey' | 'role'>,
): Promise<void> {
  await transaction.query(DELETE_LINK, [organizationId, id]);
  const values = [organizationId, id, digest, sealedSecret, sentAt, expiresAt, invitedBy];
  const replaced = await transaction.query(REPLACE_LINK, values);
  if (replaced.length > 0) await transaction.query(INSERT_LINK, [digest, organizationId, id, expiresAt]);
}

const DELETE_LINK = `DELETE FROM svc.invitation_directory WHERE organization_id = $1 AND invitation_id = $2`;

const REPLACE_LINK = `
  UPDATE svc.invitations SET secret_hash = $3, sealed_secret = $4, sent_at = $5, expires_at = $6, invited_by = $7
  WHERE organization_id = $1 AND id = $2
  RETURNING id`;

export async function deleteInvitation(transaction: Transaction, organizationId: string, id: string): Promise<void> {
  await transaction.query(DELETE_LINK, [organizationId, id]);
  await transaction.query(`DELETE FROM svc.invitations WHERE organization_id = $1 AND id = $2`, [organizationId, id]);
}

interface InvitationRow extends Record<string, unknown> {
  id: string;
  email: string;
  email_key: string;
  role: Role;
  invited_by: string | null;
  created_at: Date;
  sent_at: Date;
  expires_at: Date;
  is_handed_over: boolean;
  author_role: Role | null;
}

/** An invitation with what decides about it. */
export interface StoredInvitation {
  invitation: Invitation;
  emailKey: string;
  isOver: boolean;
  /** Its author may still give the role. */
  isBacked: boolean;
  /** The person who invited has seen the link: it proves nothing about who reads the mail of the address. */
  isHandedOver: boolean;
}

function storedOf(row: InvitationRow, nowMs: number): StoredInvitation {
  const { id, email, role } = row;
  return {
    invitation: {
      id,
      email,
      role,
      invitedBy: row.invited_by,
      createdAt: row.created_at.toISOString(),
      sentAt: row.sent_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
    },
    emailKey: row.email_key,
    isOver: row.expires_at.getTime() <= nowMs,
    isBacked: row.author_role !== null && GIVEN_ROLES[row.author_role].includes(role),
    isHandedOver: row.is_handed_over,
  };
}

/** Every invitation of the organization, the newest first. There are few: their number is limited. */
export async function selectInvitations(transaction: Transaction, organizationId: string): Promise<StoredInvitation[]> {
  const rows = await transaction.query<InvitationRow>(selectWhere('TRUE'), [organizationId]);
  return rows.map((row) => storedOf(row, transaction.clock.nowMs()));
}

/** @returns null for one that was accepted, revoked or never there */
export async function selectInvitation(
  transaction: Transaction,
  organizationId: string,
  id: string,
): Promise<StoredInvitation | null> {
  const [row] = await transaction.query<InvitationRow>(selectWhere('i.id = $2'), [organizationId, id]);
  return row === undefined ? null : storedOf(row, transaction.clock.nowMs());
}

/** The invitation with this link of now. */
export async function selectByDigest(
  transaction: Transaction,
  organizationId: string,
  digest: Buffer,
): Promise<StoredInvitation | null> {
  const [row] = await transaction.query<InvitationRow>(selectWhere('i.secret_hash = $2'), [organizationId, digest]);
  return row === undefined ? null : storedOf(row, transaction.clock.nowMs());
}

const selectWhere = (condition: string): string => `
  SELECT i.id, i.email, i.email_key, i.role, a.name AS invited_by, i.created_at, i.sent_at, i.expires_at,
    i.sealed_secret IS NULL AS is_handed_over, m.role AS author_role
  FROM svc.invitations i
    LEFT JOIN svc.accounts a ON a.id = i.invited_by
    LEFT JOIN svc.memberships m ON m.organization_id = i.organization_id AND m.account_id = i.invited_by
  WHERE i.organization_id = $1 AND ${condition}
  ORDER BY i.id DESC`;

/** Over all organizations, since the organization is the result. @returns null for a link that is none */
export async function organizationOfLink(pool: pg.Pool, digest: Buffer): Promise<string | null> {
  const [row] = await queryAcross<{ id: string }>(pool, ['invitation_directory'], SELECT_ORGANIZATION, [digest]);
  return row?.id ?? null;
}

const SELECT_ORGANIZATION = `SELECT organization_id AS id FROM svc.invitation_directory WHERE secret_hash = $1`;

/** An invitation that is over can be sent again for a while. */
const KEPT_AFTER_EXPIRY_MS = 30 * 86_400_000;

/** Deletes some of those that have been over for longer: an address of a stranger is not kept. @returns their number */
export async function deleteOldInvitations(pool: pg.Pool, nowMs: number, rowsMax: number): Promise<number> {
  const before = new Date(nowMs - KEPT_AFTER_EXPIRY_MS);
  const old = await queryAcross<{ organization_id: string; invitation_id: string }>(
    pool,
    ['invitation_directory'],
    SELECT_OLD,
    [before, rowsMax],
  );
  for (const { organization_id: organizationId, invitation_id: id } of old) {
    // One that was sent again meanwhile has another directory entry, and stays.
    await inTransaction(pool, [organizationId], (transaction) =>
      Promise.all(DELETE_OLD.map((statement) => transaction.query(statement, [organizationId, id, before]))),
    );
  }
  return old.length;
}

const SELECT_OLD = `
  SELECT organization_id, invitation_id FROM svc.invitation_directory WHERE expires_at < $1
  ORDER BY expires_at LIMIT $2`;

const DELETE_OLD = [
  'DELETE FROM svc.invitations WHERE organization_id = $1 AND id = $2 AND expires_at < $3',
  'DELETE FROM svc.invitation_directory WHERE organization_id = $1 AND invitation_id = $2 AND expires_at < $3',
];
