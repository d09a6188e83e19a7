// SPDX-License-Identifier: Apache-2.0
/** The last words of a restore: what is as old as the backup, and what an operator does about it. */
import type { EndedSignIns } from './old-sign-ins.ts';
import type { Verified } from './verify.ts';

/** A backup knows of no later change, so each of these may have been another by the time of the loss. */
const OLD: readonly (readonly [what: string, tables: readonly string[]])[] = [
  ['passwords', ['accounts']],
  ['second factors', ['account_totp', 'account_passkeys']],
  ['roles of members', ['memberships']],
  ['API keys: one that was revoked since works again, one that was made since does not', ['api_keys']],
];

const NEXT = `For what was changed or leaked since:
  svc-server user reset EMAIL --factors       a password, or a second factor
  svc-server user remove EMAIL                a person who left
  svc-server keys revoke PREFIX               a key that was revoked; --all --yes for every key
  svc-server organization remove NAME --yes   an organization that was deleted
`;

const COUNT_WIDTH = 12;

export function restoredText({ head, rows }: Verified, ended: EndedSignIns | null): string {
  const old = OLD.map(([what, tables]) => {
    const count = tables.reduce((sum, table) => sum + (rows.get(table) ?? 0), 0);
    return `${String(count).padStart(COUNT_WIDTH)}  ${what}\n`;
  });
  return `Restored. The stored secrets can be opened.
${signInsText(ended)}
As old as the backup, which is of ${head.createdAt}:
${old.join('')}${NEXT}`;
}

function signInsText(ended: EndedSignIns | null): string {
  if (ended === null) {
    const next = 'To end the sessions: svc-server sessions end --all';
    return `Sessions, connected apps and links are those of the backup. ${next}`;
  }
  const apps = [...ended.apps.values()].reduce((sum, ids) => sum + ids.length, 0);
  const counts = `${ended.sessions} sessions, ${apps} connected apps, ${ended.links} links of mails`;
  return `Ended: ${counts}. Invitations can be sent again.`;
}
