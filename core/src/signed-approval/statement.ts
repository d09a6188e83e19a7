// SPDX-License-Identifier: Apache-2.0
/** The text that a person signs when they approve an act. */
import { createHash } from 'node:crypto';
import { canonicalJson, type JsonValue } from '../canonical-json/index.ts';

export interface ApprovalStatement {
  readonly organizationId: string;
  readonly eventId: string;
  readonly actionDigest: string;
  /** The person who approves. */
  readonly accountId: string;
  /** The grant that comes with the approval; null without one. */
  readonly grant: JsonValue;
  /** 32 random bytes in base64url: each statement is signed once. */
  readonly nonce: string;
  readonly expiresAt: string;
}

/** In the form of RFC 8785, so that it is one text everywhere. */
export function approvalStatement(statement: ApprovalStatement): string {
  const { organizationId, eventId, actionDigest, accountId, grant, nonce, expiresAt } = statement;
  const v = 'svc-approval/1';
  const outcome = 'APPROVED';
  return canonicalJson({ v, organizationId, eventId, actionDigest, outcome, accountId, grant, nonce, expiresAt });
}

/** The challenge of WebAuthn by which a passkey signs the statement: its SHA-256, in base64url. */
export const challengeOf = (statement: string): string =>
  createHash('sha256').update(statement, 'utf8').digest('base64url');
