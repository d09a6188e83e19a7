/** Applies a document to the database: all of it in one transaction, or nothing. */

import type { KeyKind } from '@svc/contract';
import type pg from 'pg';
import { insertAccounts } from '../../accounts/index.ts';
import { inTransaction, seeOrganizations, type Transaction } from '../../db/index.ts';
import { advanceHead, type ChainedHead, entriesOf, insertHead, lockHeads } from '../../heads/index.ts';
import { type FoundOrganization, findOrganizations } from '../../organizations/index.ts';
import type { Vault } from '../../vault/index.ts';
import type { OrganizationEntry, ProvisioningDocument } from '../document.ts';
import { describeFaults, type Fault, ProvisioningError } from '../faults.ts';
import { WARNINGS_MAX } from '../limits.ts';
import { originAt } from '../origin.ts';
import { draftAccounts } from './accounts.ts';
import { lockProvisioning } from './lock.ts';
import { type OrganizationPlan, planOrganization, readStored, type Stored, writeOrganization } from './organization.ts';

export interface ProvisioningDeps {
  pool: pg.Pool;
  vault: Vault;
  nowMs: number;
  log: { info(fields: object, message: string): void };
}

export interface ProvisioningReport {
  organizations: { id: string; name: string; isNew: boolean; changeCount: number }[];
  /** Shown now or never. */
  generatedKeys: { organization: string; name: string; kind: KeyKind; key: string }[];
  /** Shown now or never. */
  generatedWebhookSecrets: { organization: string; url: string; secret: string }[];
  /** `file:line:column: message`, including those of the document; at most 100. */
  warnings: string[];
}

/**
 * Brings the database to the file's state, by name, deleting nothing. A second run changes nothing.
 * @throws ProvisioningError when stored rows conflict with the file; nothing is changed then
 */
export async function applyProvisioning(
  deps: ProvisioningDeps,
  document: ProvisioningDocument,
): Promise<ProvisioningReport> {
  const { pool, nowMs } = deps;
  const users = document.organizations.flatMap((entry) => entry.users);
  const accounts = await draftAccounts(pool, users, nowMs);
  const report: ProvisioningReport = {
    organizations: [],
    generatedKeys: [],
    generatedWebhookSecrets: [],
    warnings: [...document.warnings],
  };
  await inTransaction(pool, [], async (transaction) => {
    await lockProvisioning(transaction);
    const opened = await openOrganizations(transaction, document.organizations, nowMs);
    await insertAccounts(transaction, accounts.drafts, nowMs);
    const plans = [];
    for (const { entry, head, isNew } of opened) {
      const stored = await readStored(transaction, head.organizationId, entry, deps.vault);
      plans.push({ head, isNew, stored, plan: planOrganization(head.organizationId, entry, stored, nowMs) });
    }
    const faults = [...accounts.faults, ...plans.flatMap(({ plan }) => plan.faults)];
    if (faults.length > 0) throw new ProvisioningError(document.fileName, faults);
    for (const { head, isNew, stored, plan } of plans) {
      const changeCount = await writePlan(transaction, head, stored, plan, deps);
      addToReport(report, document.fileName, plan, isNew, changeCount);
    }
  });
  for (const { id, isNew, changeCount } of report.organizations) {
    deps.log.info({ organizationId: id, isNew, changeCount }, 'provisioning applied');
  }
  return report;
}

interface OpenedOrganization {
  entry: OrganizationEntry;
  head: ChainedHead;
  isNew: boolean;
}

/** Finds or enters the organizations, and locks their heads before any other row of theirs. */
async function openOrganizations(
  transaction: Transaction,
  entries: readonly OrganizationEntry[],
  nowMs: number,
): Promise<OpenedOrganization[]> {
  const names = entries.map((entry) => entry.name);
  const found = await findOrganizations(transaction, names, nowMs);
  const all = entries.map((entry) => ({ entry, organization: foundOf(found, entry.name) }));
  const ids = all.map(({ organization }) => organization.id);
  await seeOrganizations(transaction, ids);
  for (const { organization } of all) if (organization.isNew) await insertHead(transaction, organization.id, nowMs);
  const heads = new Map((await lockHeads(transaction, ids)).map((head) => [head.organizationId, head]));
  return all.map(({ entry, organization: { id, isNew } }) => {
    const head = heads.get(id);
    if (head === undefined) throw new Error('an organization in the directory has no head row');
    return { entry, head, isNew };
  });
}

function foundOf(found: ReadonlyMap<string, FoundOrganization>, name: string): FoundOrganization {
  const organization = found.get(name);
  if (organization === undefined) throw new Error('an organization was entered and is not in the directory');
  return organization;
}

/** @returns the number of changes */
async function writePlan(
  transaction: Transaction,
  head: ChainedHead,
  stored: Stored,
  plan: OrganizationPlan,
  deps: ProvisioningDeps,
): Promise<number> {
  const { policySetVersion: version, organizationId } = head;
  const { vault, nowMs } = deps;
  const origin = originAt(nowMs);
  const { changes, policySetVersion } = await writeOrganization(transaction, plan, stored, version, { vault, origin });
  await advanceHead(transaction, head, entriesOf(organizationId, changes, origin), policySetVersion);
  return changes.length;
}

function addToReport(
  report: ProvisioningReport,
  fileName: string,
  plan: OrganizationPlan,
  isNew: boolean,
  changeCount: number,
): void {
  const { id, name } = plan.organization;
  report.organizations.push({ id, name, isNew, changeCount });
  for (const made of plan.apiKeys.generated) report.generatedKeys.push({ organization: name, ...made });
  for (const made of plan.webhooks.generated) report.generatedWebhookSecrets.push({ organization: name, ...made });
  const warnings: readonly Fault[] = plan.warnings;
  const room = Math.max(0, WARNINGS_MAX - report.warnings.length);
  report.warnings.push(...describeFaults(fileName, warnings).slice(0, room));
}
