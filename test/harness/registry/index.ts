// SPDX-License-Identifier: Apache-2.0
/** An organization whose registered records a test changes as its owner does. */
import type { AuditEntry } from '@svc/core/audit-chain';
import type pg from 'pg';
import { expect } from 'vitest';
import { type AddressReach, createAddressReach } from '../../../server/src/outgoing/egress/index.ts';
import { createVault, type Vault } from '../../../server/src/platform/vault/index.ts';
import type { HeldChanger } from '../../../server/src/registry/records/index.ts';
import { createPool } from '../../../server/src/storage/connections/pool.ts';
import { ACME, openOrganization, PEOPLE, TEST_ENCRYPTION_KEY, type TestService } from '../service/index.ts';
import { readAuditEntries, readRows } from '../service/rows.ts';

export interface RegistryStage {
  service: TestService;
  pool: pg.Pool;
  vault: Vault;
  /** Nothing is opened. */
  reach: AddressReach;
  owner: HeldChanger;
  /** One of the same organization who may only read. */
  member: HeldChanger;
  generation(): Promise<number>;
  entries(): Promise<AuditEntry[]>;
  /** Runs a change and answers the entries that it appended; the generation went up by one, or by none without any. */
  entriesOf(change: () => Promise<unknown>): Promise<Pick<AuditEntry, 'kind' | 'actor' | 'subject' | 'metadata'>[]>;
  stop(): Promise<void>;
}

const member = () => `      - { email: ${PEOPLE.member}, name: M, password: "correct horse battery", role: MEMBER }`;

/** @param provisioning text of a file with the organization Acme, its owner and its member */
export async function startRegistryStage(acme: (options: { people: string }) => string): Promise<RegistryStage> {
  const service = await openOrganization({ provisioning: () => acme({ people: member() }) });
  const { database } = service;
  const pool = createPool({ connectionString: database.connectionString }, 4);
  const rows = await readRows(
    database,
    `SELECT m.organization_id, m.account_id, m.role FROM svc.memberships m JOIN svc.organizations o
     USING (organization_id) WHERE o.name = '${ACME}'`,
  );
  const changerOf = (role: string): HeldChanger => {
    const row = rows.find((one) => one.role === role);
    return {
      accountId: row?.account_id,
      organizationId: row?.organization_id,
      hold: async () => ({ refusal: null, changes: [] }),
    };
  };
  const owner = changerOf('OWNER');
  const entries = () => readAuditEntries(database, ACME);
  const generation = async () => {
    const text = 'SELECT generation FROM svc.organization_heads WHERE organization_id = $1';
    const [head] = await readRows(database, text, [owner.organizationId]);
    return Number(head?.generation);
  };
  return {
    service,
    pool,
    vault: createVault([TEST_ENCRYPTION_KEY]),
    reach: createAddressReach([]),
    owner,
    member: changerOf('MEMBER'),
    generation,
    entries,
    async entriesOf(change) {
      const [before, { length }] = [await generation(), await entries()];
      await change();
      const appended = (await entries()).slice(length);
      expect(await generation()).toBe(appended.length === 0 ? before : before + 1);
      return appended.map(({ kind, actor, subject, metadata }) => ({ kind, actor, subject, metadata }));
    },
    async stop() {
      await pool.end();
      await service.stop();
    },
  };
}
