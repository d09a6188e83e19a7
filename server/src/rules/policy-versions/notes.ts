// SPDX-License-Identifier: Apache-2.0
/** Notes of changes: people's own words, kept with their version. The chain holds a commitment, so that they can go. */
import { randomBytes } from 'node:crypto';
import { COMMITMENT_SALT_BYTES, commitText } from '@svc/core/audit-chain';
import type pg from 'pg';
import { actAsAdmin, type Changer } from '../../people/memberships/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { noSuchVersion } from './versions.ts';

export interface PolicyNote {
  text: string;
  salt: Buffer;
}

/** Blank text counts as none. */
export function noteOf(given: string | undefined): PolicyNote | null {
  return given === undefined || given.trim() === '' ? null : { text: given, salt: randomBytes(COMMITMENT_SALT_BYTES) };
}

export const commitmentOf = ({ text, salt }: PolicyNote): string => commitText(salt.toString('hex'), text);

/**
 * With its salt: without both a commitment tells nothing.
 * @throws ApiError 401, 403, 404 without such a version, 409 when it has no note
 */
export async function erasePolicyNote(pool: pg.Pool, changer: Changer, version: number): Promise<void> {
  const { organizationId } = changer;
  await actAsAdmin(pool, changer, async (transaction) => {
    const [row] = await transaction.query<{ has_note: boolean }>(SELECT_HAS_NOTE, [organizationId, version]);
    if (row === undefined) throw noSuchVersion();
    if (!row.has_note) {
      throw new ApiError('conflict', { message: 'The version has no note, or it was erased before.' });
    }
    await transaction.query(ERASE_NOTE, [organizationId, version]);
    const subject = { type: 'policy_version', id: String(version) };
    return { result: undefined, changes: [{ kind: 'policy_version.note_erased', subject, metadata: {} }] };
  });
}

const SELECT_HAS_NOTE = `
  SELECT note IS NOT NULL AS has_note FROM svc.policy_set_versions WHERE organization_id = $1 AND version = $2`;

const ERASE_NOTE = `
  UPDATE svc.policy_set_versions SET note = NULL, note_salt = NULL WHERE organization_id = $1 AND version = $2`;
