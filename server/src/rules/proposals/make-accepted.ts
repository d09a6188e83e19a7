// SPDX-License-Identifier: Apache-2.0
/** Makes a change that waited, as its author asked for it, through the room that owns it. */
import type {
  AgentChange,
  AgentCreation,
  AgentStatusAct,
  BudgetApplyRequest,
  BudgetChange,
  BudgetRaise,
  GuardrailChange,
  GuardrailRestore,
  HttpRouteChange,
  HttpRouteCreation,
  Looser,
  McpRouteChange,
  McpRouteCreation,
  NotificationChange,
  OrganizationChange,
  PolicyApplyRequest,
  PolicyCreation,
  PolicyRemoval,
  PolicyRestore,
  PolicyUpdate,
  ProposalKind,
  ResourceChange,
  ResourceCreation,
  Role,
  ToolRulesApplyRequest,
  ToolRulesChange,
  ToolRulesCreation,
} from '@svc/contract';
import type pg from 'pg';
import { type BillingDeps, changeModeOf } from '../../organization/billing/index.ts';
import { updateNotificationSettings } from '../../organization/notices/index.ts';
import {
  changeSettings,
  type OrganizationSnapshot,
  type OrganizationSnapshots,
} from '../../organization/organizations/index.ts';
import type { AddressReach } from '../../outgoing/egress/index.ts';
import { type Changer, selectRole } from '../../people/memberships/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { changeAgentStatus, createAgent, updateAgent } from '../../registry/agents/index.ts';
import {
  createHttpRoute,
  createMcpRoute,
  updateHttpRoute,
  updateMcpRoute,
} from '../../registry/gateway-routes/index.ts';
import type { HeldChanger, Hold } from '../../registry/records/index.ts';
import { createResource, updateResource } from '../../registry/resources/index.ts';
import { createToolRules, deleteToolRules, updateToolRules } from '../../registry/tool-rules/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { applyBudgets, deleteBudget, raiseBudget, updateBudget } from '../budgets/index.ts';
import { deleteGuardrail, restoreGuardrail, updateGuardrail } from '../guardrails/index.ts';
import { applyPolicies } from '../policies/index.ts';
import { createPolicy, deletePolicy, restorePolicyVersion, updatePolicy } from '../policy-editing/index.ts';
import { applyToolRules } from '../tool-rules/index.ts';
import { acceptingChange, acceptingLooser } from './hold-records.ts';
import type { StoredProposal } from './rows.ts';
import { acceptingSettings, type SecondPerson } from './second-person.ts';

type PolicyDeps = Parameters<typeof createPolicy>[0] & Parameters<typeof applyPolicies>[0];
export type AcceptDeps = PolicyDeps & {
  snapshots: OrganizationSnapshots;
  secondPerson: SecondPerson;
  reach: AddressReach;
  vault: Vault;
  billing: BillingDeps;
  makeFile: MakeFile;
};

/** Makes the part of a provisioning file that waited; `hold` is asked as by every other change. */
export type MakeFile = (
  deps: { pool: pg.Pool; vault: Vault; reach: AddressReach },
  changer: Changer & { accepted(transaction: Transaction, looser: Looser): ReturnType<Hold> },
  request: object,
) => Promise<void>;

export interface Answerer extends Changer {
  role: Role;
}

/** @throws ApiError any refusal of the change itself, and 409 when it lets other things through by now */
export async function makeAccepted(deps: AcceptDeps, by: Answerer, proposal: StoredProposal): Promise<void> {
  const { organizationId, accountId } = by;
  const accepted = { organizationId, accountId, proposal };
  const { kind } = proposal;
  if (kind === 'updateOrganization') {
    const changer = { organizationId, accountId, isRecent: true, isSecond: true };
    await changeSettings(deps, changer, proposal.request as OrganizationChange, acceptingSettings(accepted));
  } else if (kind === 'applyProvisioning') {
    const isAccepted = acceptingLooser(accepted);
    await deps.makeFile(deps, { organizationId, accountId, accepted: isAccepted }, proposal.request);
  } else if (isOfPolicies(kind)) {
    const guarded = { ...deps, policyGuard: deps.secondPerson.accepting(accepted) };
    await deps.snapshots.underCurrentRules(organizationId, async (snapshot) => {
      await POLICY_MAKES[kind](guarded, snapshot, by, proposal);
    });
  } else {
    const changer = { organizationId, accountId, hold: acceptingChange(accepted) };
    await RECORD_MAKES[kind](deps, changer, proposal);
  }
}

type PolicyKind = 'createPolicy' | 'updatePolicy' | 'deletePolicy' | 'restorePolicyVersion' | 'applyPolicies';

type OtherKind = PolicyKind | 'updateOrganization' | 'applyProvisioning';

function isOfPolicies(kind: ProposalKind): kind is PolicyKind {
  return kind in POLICY_MAKES;
}

type MakePolicy = (
  deps: PolicyDeps,
  snapshot: OrganizationSnapshot,
  by: Answerer,
  proposal: StoredProposal,
) => Promise<unknown>;

const POLICY_MAKES: Readonly<Record<PolicyKind, MakePolicy>> = {
  createPolicy: (deps, snapshot, by, { request }) =>
    createPolicy(deps, snapshot, by, request as unknown as PolicyCreation),
  updatePolicy: (deps, snapshot, by, { subject, request }) =>
    updatePolicy(deps, snapshot, by, subject ?? '', request as unknown as PolicyUpdate),
  deletePolicy: (deps, snapshot, by, { subject, request }) =>
    deletePolicy(deps, snapshot, by, subject ?? '', (request as PolicyRemoval).note),
  restorePolicyVersion: (deps, snapshot, by, { subject, request }) => {
    const { note } = request as PolicyRestore;
    return restorePolicyVersion(deps, snapshot, by, { number: Number(subject), current: undefined, note });
  },
  applyPolicies: (deps, snapshot, { accountId, role }, { request }) => {
    const nowMs = deps.pool.clock.nowMs();
    const origin = { nowMs, actor: { type: 'user' as const, id: accountId }, source: 'app', keyPrefix: null, role };
    const body = { request: request as unknown as PolicyApplyRequest, text: JSON.stringify(request) };
    return applyPolicies(deps, snapshot, body, origin);
  },
};

type MakeRecord = (deps: AcceptDeps, changer: HeldChanger, proposal: StoredProposal) => Promise<unknown>;

/** The request was checked by the schema of its operation when it was asked for. */
const as = <Request>({ request }: StoredProposal) => request as unknown as Request;
const idOf = ({ subject }: StoredProposal) => subject ?? '';

const RECORD_MAKES: Readonly<Record<Exclude<ProposalKind, OtherKind>, MakeRecord>> = {
  updateNotifications: async ({ pool }, changer, proposal) => {
    const { organizationId } = changer;
    const role = await inTransaction(pool, [organizationId], (transaction) =>
      selectRole(transaction, organizationId, proposal.authorId ?? ''),
    );
    const asking = { ...changer, ...(role === 'OWNER' && { asRole: role }) };
    await updateNotificationSettings(pool, asking, as<NotificationChange>(proposal));
  },
  createAgent: ({ pool, billing }, changer, proposal) =>
    createAgent(pool, changer, as<AgentCreation>(proposal), changeModeOf(billing) === 'off'),
  updateAgent: ({ pool }, changer, proposal) => updateAgent(pool, changer, idOf(proposal), as<AgentChange>(proposal)),
  resumeAgent: ({ pool }, changer, proposal) =>
    changeAgentStatus(pool, changer, idOf(proposal), 'ACTIVE', as<AgentStatusAct>(proposal).reason),
  createResource: ({ pool }, changer, proposal) => createResource(pool, changer, as<ResourceCreation>(proposal)),
  updateResource: ({ pool }, changer, proposal) =>
    updateResource(pool, changer, idOf(proposal), as<ResourceChange>(proposal)),
  updateGuardrail: ({ pool }, changer, proposal) =>
    updateGuardrail(pool, changer, idOf(proposal), as<GuardrailChange>(proposal)),
  deleteGuardrail: ({ pool }, changer, proposal) => deleteGuardrail(pool, changer, idOf(proposal)),
  restoreGuardrailVersion: ({ pool }, changer, proposal) =>
    restoreGuardrail(pool, changer, idOf(proposal), as<GuardrailRestore>(proposal)),
  updateBudget: ({ pool }, changer, proposal) =>
    updateBudget(pool, changer, idOf(proposal), as<BudgetChange>(proposal)),
  deleteBudget: ({ pool }, changer, proposal) => deleteBudget(pool, changer, idOf(proposal)),
  raiseBudget: ({ pool }, changer, proposal) => raiseBudget(pool, changer, idOf(proposal), as<BudgetRaise>(proposal)),
  applyBudgets: (deps, changer, proposal) =>
    applyAgain(deps, changer, (snapshot, origin) =>
      applyBudgets(deps, snapshot, as<BudgetApplyRequest>(proposal), origin, changer.hold),
    ),
  createToolRules: ({ pool }, changer, proposal) => createToolRules(pool, changer, as<ToolRulesCreation>(proposal)),
  updateToolRules: ({ pool }, changer, proposal) =>
    updateToolRules(pool, changer, idOf(proposal), as<ToolRulesChange>(proposal)),
  deleteToolRules: ({ pool }, changer, proposal) => deleteToolRules(pool, changer, idOf(proposal)),
  applyToolRules: (deps, changer, proposal) =>
    applyAgain(deps, changer, (snapshot, origin) =>
      applyToolRules(deps, snapshot, as<ToolRulesApplyRequest>(proposal), origin, changer.hold),
    ),
  createHttpRoute: (deps, changer, proposal) =>
    createHttpRoute(deps.pool, deps, { ...changer, isProven: true }, as<HttpRouteCreation>(proposal)),
  updateHttpRoute: (deps, changer, proposal) =>
    updateHttpRoute(deps.pool, deps, { ...changer, isProven: true }, idOf(proposal), as<HttpRouteChange>(proposal)),
  createMcpRoute: ({ pool }, changer, proposal) => createMcpRoute(pool, changer, as<McpRouteCreation>(proposal)),
  updateMcpRoute: ({ pool }, changer, proposal) =>
    updateMcpRoute(pool, changer, idOf(proposal), as<McpRouteChange>(proposal)),
};

/** A payload of a key, applied by the person who accepts it. */
async function applyAgain(
  deps: AcceptDeps,
  { organizationId, accountId }: HeldChanger,
  apply: (snapshot: OrganizationSnapshot, origin: Parameters<typeof applyBudgets>[3]) => Promise<unknown>,
): Promise<void> {
  const actor = { type: 'user' as const, id: accountId };
  const origin = { actor, nowMs: deps.pool.clock.nowMs(), source: 'app', keyPrefix: null };
  await deps.snapshots.underCurrentRules(organizationId, (snapshot) => apply(snapshot, origin));
}
