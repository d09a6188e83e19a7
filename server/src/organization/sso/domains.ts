// SPDX-License-Identifier: Apache-2.0
/**
 * The domains of an organization: its directory speaks for addresses of these alone. A TXT record proves one, or the
 * operator. Several organizations may prove one domain, each by a record of its own. With each proof by DNS the proofs
 * of others are looked up again. An organization that lost the domain loses its proof when the next owner gives one.
 */
import { fieldFault, SSO_DOMAINS_MAX } from '@svc/contract';
import type pg from 'pg';
import type { TextRecords } from '../../outgoing/egress/index.ts';
import { type Changer, changeAs } from '../../people/memberships/index.ts';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { appendEntries, type Change, entriesOf, lockHeads } from '../../storage/heads/index.ts';
import { domainOf, newToken, recordOf } from './domain-names.ts';
import {
  type DomainRow,
  deleteDomain,
  insertDomain,
  markDomain,
  type ProvenDomain,
  selectDomains,
  selectProven,
} from './domain-rows.ts';

interface DomainDeps {
  pool: pg.Pool;
  textRecords: TextRecords;
}

/** @throws ApiError 400 for no domain; 409 for one too many */
export async function addDomain({ pool }: Pick<DomainDeps, 'pool'>, changer: Changer, text: string): Promise<void> {
  const domain = readDomain(text);
  const { organizationId } = changer;
  await changeAs(pool, changer, ['OWNER'], async (transaction) => {
    const known = await selectDomains(transaction, organizationId);
    if (known.some((one) => one.domain === domain)) return { result: undefined, changes: [] };
    if (known.length >= SSO_DOMAINS_MAX) {
      throw new ApiError('conflict', { message: `An organization has at most ${SSO_DOMAINS_MAX} domains.` });
    }
    await insertDomain(transaction, organizationId, { domain, token: newToken() });
    return { result: undefined, changes: [changeOf('added', organizationId, domain)] };
  });
}

/** @throws ApiError 404 for none of the organization */
export async function removeDomain({ pool }: Pick<DomainDeps, 'pool'>, changer: Changer, text: string): Promise<void> {
  const domain = domainOf(text) ?? text;
  const { organizationId } = changer;
  await changeAs(pool, changer, ['OWNER'], async (transaction) => {
    if (!(await deleteDomain(transaction, organizationId, domain))) throw noSuchDomain();
    return { result: undefined, changes: [changeOf('removed', organizationId, domain)] };
  });
}

/** @throws ApiError 404 for none of the organization; 409 that says which record is missing */
export async function verifyDomain(deps: DomainDeps, changer: Changer, text: string): Promise<void> {
  const domain = domainOf(text) ?? text;
  const { organizationId } = changer;
  const { pool, textRecords } = deps;
  const known = await inTransaction(pool, [organizationId], (transaction) =>
    selectDomains(transaction, organizationId),
  );
  const claimed = known.find((one) => one.domain === domain);
  if (claimed === undefined) throw noSuchDomain();
  const record = recordOf(domain, claimed.token);
  const found = await textRecords(record.name);
  if (found === null)
    throw new ApiError('conflict', { message: `The name servers of ${domain} did not answer in time.` });
  if (!found.includes(record.value)) {
    const missing = `The TXT record ${record.name} does not hold ${record.value} yet.`;
    const message = `${missing} A new record may take an hour to be seen.`;
    throw new ApiError('conflict', { message });
  }
  await changeAs(pool, changer, ['OWNER'], async (transaction) => {
    if (!(await markDomain(transaction, organizationId, domain, 'DNS'))) throw noSuchDomain();
    return { result: undefined, changes: [changeOf('verified', organizationId, domain)] };
  });
  const others = (await selectProven(pool, domain)).filter((one) => one.organizationId !== organizationId);
  for (const other of others.filter((one) => isLost(domain, one, found))) await takeAway(pool, domain, other);
}

/** A proof by the operator stays until the operator ends it. */
function isLost(domain: string, { by, token }: ProvenDomain, found: readonly string[]): boolean {
  return by === 'DNS' && !found.includes(recordOf(domain, token).value);
}

async function takeAway(pool: pg.Pool, domain: string, { organizationId }: ProvenDomain): Promise<void> {
  await asSystem(pool, organizationId, 'sso', async (transaction) => {
    return (await markDomain(transaction, organizationId, domain, null))
      ? [changeOf('lost', organizationId, domain)]
      : [];
  });
}

/** @throws RangeError with a sentence for the operator */
export async function verifyAsOperator(pool: pg.Pool, organizationId: string, text: string): Promise<string> {
  const domain = domainOf(text);
  if (domain === null) throw new RangeError(`${text} is no domain, such as example.com.`);
  await asSystem(pool, organizationId, 'command-line', (transaction) => vouchFor(transaction, organizationId, domain));
  return domain;
}

/** The operator vouches for a domain, under the head's lock. @throws ApiError 400 for no domain */
export async function vouchFor(transaction: Transaction, organizationId: string, text: string): Promise<Change[]> {
  const domain = readDomain(text);
  const known = (await selectDomains(transaction, organizationId)).find((one) => one.domain === domain);
  if (known?.verifiedBy === 'OPERATOR') return [];
  if (known === undefined) await insertDomain(transaction, organizationId, { domain, token: newToken() });
  await markDomain(transaction, organizationId, domain, 'OPERATOR');
  return [changeOf('verified', organizationId, domain)];
}

export async function listDomains(pool: pg.Pool, organizationId: string): Promise<DomainRow[]> {
  return await inTransaction(pool, [organizationId], (transaction) => selectDomains(transaction, organizationId));
}

/** @returns false when the organization has no such domain */
export async function removeAsOperator(pool: pg.Pool, organizationId: string, text: string): Promise<boolean> {
  const domain = domainOf(text) ?? text;
  let isRemoved = false;
  await asSystem(pool, organizationId, 'command-line', async (transaction) => {
    isRemoved = await deleteDomain(transaction, organizationId, domain);
    return isRemoved ? [changeOf('removed', organizationId, domain)] : [];
  });
  return isRemoved;
}

async function asSystem(
  pool: pg.Pool,
  organizationId: string,
  source: string,
  act: (transaction: Transaction) => Promise<Change[]>,
): Promise<void> {
  await inTransaction(pool, [organizationId], async (transaction) => {
    const [head] = await lockHeads(transaction, [organizationId]);
    if (head === undefined) return;
    const actor = { type: 'system', id: source === 'sso' ? 'sso' : 'operator' } as const;
    const origin = { actor, nowMs: transaction.clock.nowMs(), source, keyPrefix: null };
    await appendEntries(transaction, head, entriesOf(organizationId, await act(transaction), origin));
  });
}

const changeOf = (what: 'added' | 'verified' | 'lost' | 'removed', organizationId: string, domain: string): Change => ({
  kind: `sso.domain_${what}`,
  subject: { type: 'organization', id: organizationId },
  metadata: { domain },
});

function readDomain(text: string): string {
  const domain = domainOf(text);
  if (domain === null) throw invalid('domain', fieldFault('NOT_A_HOST'));
  return domain;
}

const noSuchDomain = () => new ApiError('not_found', { message: 'The organization has no such domain.' });
