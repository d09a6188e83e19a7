// SPDX-License-Identifier: Apache-2.0
/** Applies a document to the database: all of it in one transaction, or nothing. */

import type { KeyKind } from '@svc/contract';
import type pg from 'pg';
import type { AddressReach } from '../../../outgoing/egress/index.ts';
import { insertAccounts } from '../../../people/accounts/index.ts';
import { hashPassword } from '../../../people/passwords/index.ts';
import type { Vault } from '../../../platform/vault/index.ts';
import { type FilePart, type FileProposal, proposeFile } from '../../../rules/proposals/index.ts';
import { inTransaction, type Transaction } from '../../../storage/db/index.ts';
import { advanceHead, entriesOf } from '../../../storage/heads/index.ts';
import type { OrganizationEntry, ProvisioningDocument } from '../document.ts';
import { describeFaults, ProvisioningError } from '../faults.ts';
import { keepSaid, type ProvisioningSource, selectSaid } from '../kept/index.ts';
import { WARNINGS_MAX } from '../limits.ts';
import { originAt } from '../origin.ts';
import { heldRecords, splitHeld } from './held.ts';
import { heldParts } from './held-parts.ts';
import { lockProvisioning } from './lock.ts';
import { type OpenedOrganization, openOrganizations } from './open-organizations.ts';
import {
  planHalves,
  planOrganization,
  readStored,
  type Stored,
  storedAfter,
  writeOrganization,
} from './organization.ts';
import { heldOutcomes, inOrder, outcomesOf, type RecordOutcome } from './outcomes.ts';
import { type ReadyPeople, readyPeople, setPasswords } from './people.ts';
import { type Split, splitEntry } from './split.ts';
import { writeConnection } from './write-connection.ts';

export interface ProvisioningDeps {
  pool: pg.Pool;
  vault: Vault;
  /** Which addresses calls of the service may reach. */
  reach: AddressReach;
  nowMs: number;
  log: { info(fields: object, message: string): void };
}

export interface ProvisioningOptions {
  /** The origin of the file; `file` by default. Each origin has a memory of its own. */
  source?: ProvisioningSource;
  /** Applies every record, also those about which the file says nothing new. */
  isForced?: boolean;
  /** An organization of the service itself, such as the demo: it may be named like one of people. */
  isOwn?: boolean;
  /** By default at the cost that the service gives every password. Tests make thousands of people, at a lower one. */
  hashPassword?(password: string): Promise<string>;
  /** Plans everything and changes nothing. */
  isDryRun?: boolean;
  /** Keeps generated secrets where the operator finds them. Its failure undoes everything. */
  keepGenerated?(generated: GeneratedSecrets): Promise<void>;
  /** More work of the caller, in the same transaction. Its failure undoes everything. */
  alongside?(transaction: Transaction, organizations: readonly OrganizationReport[]): Promise<void>;
}

/** Shown now or never. */
export interface GeneratedSecrets {
  generatedKeys: { organization: string; name: string; kind: KeyKind; key: string }[];
  generatedWebhookSecrets: { organization: string; url: string; secret: string }[];
}

interface OrganizationReport {
  id: string;
  name: string;
  isNew: boolean;
  /** The number of audit entries. */
  changeCount: number;
  /** In the order of the file. */
  records: RecordOutcome[];
  /** The parts that let more through, and wait for a second person. */
  proposals: FileProposal[];
}

export interface ProvisioningReport extends GeneratedSecrets {
  organizations: OrganizationReport[];
  /** `file:line:column: message`, including those of the document; at most 100. */
  warnings: string[];
}

/**
 * Brings the database to the file's state, by name, deleting nothing. A record is applied when the file says something
 * new about it. A second run therefore changes nothing, and changes by people and keys stay.
 * @throws ProvisioningError when stored rows conflict with the file; nothing is changed then
 */
export async function applyProvisioning(
  deps: ProvisioningDeps,
  document: ProvisioningDocument,
  options: ProvisioningOptions = {},
): Promise<ProvisioningReport> {
  const { pool, nowMs } = deps;
  const { fileName } = document;
  const run = { ...deps, fileName, source: options.source ?? 'file', isForced: options.isForced ?? false } as const;
  const people = await readyPeople(pool, document, { ...run, hashPassword: options.hashPassword ?? hashPassword });
  const report: ProvisioningReport = {
    organizations: [],
    generatedKeys: [],
    generatedWebhookSecrets: [],
    warnings: [...document.warnings],
  };
  const work = async (transaction: Transaction): Promise<void> => {
    await lockProvisioning(transaction);
    const opened = await openOrganizations(transaction, document, { nowMs, mayShareNames: options.isOwn ?? false });
    await insertAccounts(transaction, [...people.drafts.values()], nowMs);
    const planned: PlannedOrganization[] = [];
    for (const one of opened) planned.push(await planOne(transaction, one, run));
    const faults = [...people.faults, ...planned.flatMap(({ plan }) => plan.faults)];
    if (faults.length > 0) throw new ProvisioningError(document.fileName, faults);
    for (const one of planned) addToReport(report, one, await writeOne(transaction, one, people, run));
    const warnings = [...people.warnings, ...planned.flatMap((one) => one.warnings)];
    const room = Math.max(0, WARNINGS_MAX - report.warnings.length);
    report.warnings.push(...describeFaults(document.fileName, warnings).slice(0, room));
    if (options.isDryRun === true) throw new DryRunEnded();
    await options.alongside?.(transaction, report.organizations);
    if (hasGenerated(report)) await options.keepGenerated?.(report);
  };
  await inTransaction(pool, [], work).catch((error: unknown) => {
    if (!(error instanceof DryRunEnded)) throw error;
  });
  if (options.isDryRun === true) return report;
  for (const { id, isNew, changeCount } of report.organizations) {
    deps.log.info({ organizationId: id, isNew, changeCount }, 'provisioning applied');
  }
  return report;
}

/** Rolls a dry run back. */
class DryRunEnded extends Error {}

function hasGenerated({ generatedKeys, generatedWebhookSecrets }: GeneratedSecrets): boolean {
  return generatedKeys.length + generatedWebhookSecrets.length > 0;
}

type Run = ProvisioningDeps & { source: ProvisioningSource; isForced: boolean; fileName: string };

type PlannedOrganization = OpenedOrganization &
  ReturnType<typeof planHalves> & { stored: Stored; split: Split; parts: FilePart[]; held: RecordOutcome[] };

/** The caller holds the head's lock. */
async function planOne(transaction: Transaction, opened: OpenedOrganization, run: Run): Promise<PlannedOrganization> {
  const { entry, head, isNew } = opened;
  const { vault, source, isForced } = run;
  const id = head.organizationId;
  const stored = await readStored(transaction, id, entry, vault);
  const said = isNew ? new Map() : await selectSaid(transaction, id, source);
  const whole = splitEntry(entry, stored, { vault, organizationId: id, said, isForced });
  const planned = planHalves(id, whole, stored, run);
  const planFor = (some: OrganizationEntry) => planOrganization(id, some, stored, run.nowMs);
  const { applied } = whole;
  const held = planned.plan.faults.length > 0 ? [] : heldRecords(applied, stored, planned.plan, planFor, run.nowMs);
  if (held.length === 0) return { ...opened, stored, split: whole, parts: [], held: [], ...planned };
  const { split, request } = splitHeld(whole, held);
  const tight = planHalves(id, split, stored, run);
  const after = storedAfter(stored, tight.plan);
  const parts = heldParts(request, applied.name, after, (some) => planOrganization(id, some, after, run.nowMs), run);
  return { ...opened, stored, split, parts, held: heldOutcomes(applied, held), ...tight };
}

/** @returns what became of each record, and the number of audit entries */
async function writeOne(
  transaction: Transaction,
  { head, plan, keptPlan, split, stored, parts, held }: PlannedOrganization,
  people: ReadyPeople,
  { vault, nowMs, source, fileName }: Run,
): Promise<Written> {
  const { policySetVersion: version, organizationId } = head;
  const origin = originAt(nowMs);
  const written = await writeOrganization(transaction, plan, stored, version, { vault, origin });
  const connection = await writeConnection(transaction, { vault, organizationId, split, plan, fileName });
  const passwords = await setPasswords(transaction, split.passwords, stored.accountIds, people);
  const proposals: FileProposal[] = [];
  const changes = [...written.changes, ...connection, ...passwords.changes];
  for (const part of parts) {
    const proposed = await proposeFile(transaction, organizationId, part);
    proposals.push(proposed.proposal);
    changes.push(...proposed.changes);
  }
  await advanceHead(transaction, head, entriesOf(organizationId, changes, origin), written.policySetVersion);
  await keepSaid(transaction, organizationId, source, split.said, nowMs);
  const records = outcomesOf(split, { applied: plan, kept: keptPlan }, stored, passwords.emailKeys);
  return { records: inOrder([...records, ...held]), proposals, changeCount: changes.length };
}

type Written = Pick<OrganizationReport, 'records' | 'proposals' | 'changeCount'>;

function addToReport(report: ProvisioningReport, { plan, isNew }: PlannedOrganization, written: Written): void {
  const { id, name } = plan.organization;
  report.organizations.push({ id, name, isNew, ...written });
  for (const made of plan.apiKeys.generated) report.generatedKeys.push({ organization: name, ...made });
  for (const made of plan.webhooks.generated) report.generatedWebhookSecrets.push({ organization: name, ...made });
}
