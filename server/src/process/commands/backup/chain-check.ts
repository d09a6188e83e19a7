// SPDX-License-Identifier: Apache-2.0
/** Follows the audit chain of each organization through a backup, and compares its end with the organization's head. */
import { type AuditEntry, type ChainHead, EMPTY_CHAIN, entryFault } from '@svc/core/audit-chain';
import { fieldsOfRow } from './copy-text.ts';
import { BackupError } from './format.ts';

export const ENTRIES_TABLE = 'audit_entries';
const HEADS_TABLE = 'organization_heads';
/** Says how many entries are archived. Tables are in the order of their names, so it stands before the entries. */
const ARCHIVED_TABLE = 'audit_checkpoint_heads';
const BUNDLE_ENTRIES = 256;

export interface ChainCheck {
  /** @throws BackupError when an entry does not continue its chain */
  row(table: string, columns: readonly string[], line: Buffer): void;
  /** @returns how many chains and archived entries there are @throws BackupError when a chain and its head differ */
  end(): { chains: number; archived: number };
}

export function createChainCheck(): ChainCheck {
  const ends = new Map<string, ChainHead>();
  const heads = new Map<string, ChainHead>();
  const archivedOf = new Map<string, number>();
  return {
    row(table, columns, line) {
      if (![ENTRIES_TABLE, HEADS_TABLE, ARCHIVED_TABLE].includes(table)) return;
      const fields = fieldsOfRow(line);
      const value = (column: string): string => fields[columns.indexOf(column)] ?? '';
      const organizationId = value('organization_id');
      if (table === HEADS_TABLE) {
        heads.set(organizationId, { seq: Number(value('audit_seq')), hash: hexOf(value('audit_hash')) });
        return;
      }
      if (table === ARCHIVED_TABLE) {
        archivedOf.set(organizationId, BUNDLE_ENTRIES * Number(value('archived_bundles')));
        return;
      }
      const entry = entryOf(value);
      const archived = archivedOf.get(organizationId) ?? 0;
      // Entries before it are in the archive, whether rows of them stand here or not.
      const before = entry.seq <= archived + 1 && archived > 0 ? beginningAt(entry) : EMPTY_CHAIN;
      const fault = entryFault(entry, ends.get(organizationId) ?? before, organizationId);
      if (fault !== null) throw new BackupError(`The audit chain of ${organizationId} is broken: ${fault.message}`);
      if (entry.seq > archived) ends.set(organizationId, { seq: entry.seq, hash: entry.hash });
    },
    end() {
      for (const [organizationId, head] of heads) {
        const archived = archivedOf.get(organizationId) ?? 0;
        const end = ends.get(organizationId) ?? (archived > 0 ? { ...head, seq: archived } : EMPTY_CHAIN);
        if (end.seq === head.seq && end.hash === head.hash) continue;
        throw new BackupError(
          `The audit chain of ${organizationId} ends with entry ${end.seq}, and its head says ${head.seq}.`,
        );
      }
      const strays = [...ends.keys()].filter((organizationId) => !heads.has(organizationId));
      if (strays.length > 0) throw new BackupError(`The backup has no head of the organization ${strays[0]}.`);
      const archived = [...archivedOf.values()].reduce((sum, entries) => sum + entries, 0);
      return { chains: heads.size, archived };
    },
  };
}

const beginningAt = ({ seq, prevHash: hash }: AuditEntry): ChainHead => ({ seq: seq - 1, hash });

function entryOf(value: (column: string) => string): AuditEntry {
  return {
    organizationId: value('organization_id'),
    seq: Number(value('seq')),
    at: timeOf(value('at')),
    kind: value('kind'),
    actor: { type: value('actor_type') as AuditEntry['actor']['type'], id: value('actor_id') },
    subject: { type: value('subject_type'), id: value('subject_id') },
    metadata: metadataOf(value('metadata')),
    prevHash: hexOf(value('prev_hash')),
    hash: hexOf(value('hash')),
  };
}

function metadataOf(text: string): AuditEntry['metadata'] {
  try {
    return JSON.parse(text) as AuditEntry['metadata'];
  } catch {
    throw new BackupError('An audit entry has metadata that are no JSON.');
  }
}

/** `\x…` of bytea, without its sign. */
const hexOf = (text: string): string => text.replace(/^\\x/, '');

/** `2026-11-24 04:18:55.45+00` as the hashed text has it: `2026-11-24T04:18:55.450Z`. */
function timeOf(text: string): string {
  const [, day, time, fraction = ''] = /^(\S+) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text) ?? [];
  return day === undefined ? text : `${day}T${time}.${fraction.padEnd(3, '0')}Z`;
}
