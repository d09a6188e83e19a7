// SPDX-License-Identifier: Apache-2.0
/** Decides a recorded decision again, by the decision path, and compares. */
import {
  type AuditUndecidedReason,
  DESTINATIONS,
  type Destination,
  type DlpType,
  EVENT_ACTIONS,
  type EventAction,
  RECORDS_AFFECTED_MAX,
} from '@svc/contract';
import { readMoment } from '@svc/contract/moment';
import { toldApprovals } from '../approvals/index.ts';
import { canonicalJson, type JsonObject, type JsonValue } from '../canonical-json/index.ts';
import { DECISION_EDITION, type DecisionResult, decide } from '../decision/index.ts';
import type { GrantedCall } from '../grants/index.ts';
import type { Agent, Resource, ToolFault } from '../verdict/index.ts';
import type { Rules } from './rules.ts';
import { isFindings, oneOf, wholeNumber } from './values.ts';

/** The part of a `decision.recorded` entry that is decided again. */
export interface DecisionEntry {
  readonly at: string;
  readonly actor: { readonly type: string; readonly id: string };
  readonly subject: { readonly id: string };
  readonly metadata: JsonObject;
}

/** Why a decision cannot be decided again. `of` names the field or the kind of record. */
export interface Undecided {
  readonly outcome: 'UNDECIDED';
  readonly reason: AuditUndecidedReason;
  readonly of: string;
}

export interface Differs {
  readonly outcome: 'DIFFERS';
  /** The first field that differs. */
  readonly field: string;
  readonly recorded: JsonValue;
  /** The value that follows from the rules. */
  readonly follows: JsonValue;
}

export type DecidedAgain = { readonly outcome: 'ALIKE' } | Differs | Undecided;

const ALIKE: DecidedAgain = Object.freeze({ outcome: 'ALIKE' });

/** @param rules as they are before the entry; counts of budgets and grants are those after it then */
export function decideAgain(rules: Rules, entry: DecisionEntry): DecidedAgain {
  const decided = decidedAgain(rules, entry);
  if (decided.outcome === 'UNDECIDED') rules.standing.lose();
  return decided;
}

function decidedAgain(rules: Rules, entry: DecisionEntry): DecidedAgain {
  const { metadata } = entry;
  const { edition = DECISION_FIRST_EDITION } = metadata;
  if (edition !== DECISION_EDITION) return undecided('OTHER_EDITION', 'edition');
  const facts = readFacts(entry);
  if ('outcome' in facts) return facts;
  const settings = rules.settings();
  if (typeof settings === 'string') return undecided('NO_SETTING', settings);
  const agent = rules.agents.get(facts.agentId);
  if (agent === undefined) return differs('agentId', facts.agentId, null);
  if (agent === null) return undecided('UNREADABLE_RULE', 'agent');
  const resource = rules.resources.get(facts.resourceId);
  if (resource === undefined) return differs('resourceId', facts.resourceId, null);
  if (resource === null) return undecided('UNREADABLE_RULE', 'resource');
  if (rules.policies.hasUnreadable()) return undecided('UNREADABLE_RULE', 'policy');
  const caller = askedBy(rules, entry.actor, agent);
  if ('outcome' in caller) return caller;
  const { action, destination, recordsAffected, findings, atMs } = facts;
  const unreadable = rules.standing.unreadable();
  if (unreadable !== null) return undecided('UNREADABLE_RULE', unreadable);
  const hasOpenAnomaly = rules.hasOpenAnomaly(agent.id);
  const tool = toolFaultOf(metadata.gateway);
  if (tool === undefined) return undecided('UNKNOWN_VALUE', 'gateway.definition');
  const asked = decide({
    agent,
    resource,
    action,
    destination,
    recordsAffected,
    findings,
    containsSensitiveData: null,
    hasOpenAnomaly,
    tool,
    atMs,
    settings,
    policies: rules.compiled(),
  });
  const result = rules.standing.settled(asked, {
    ...{ agentId: agent.id, resourceId: resource.id, action, destination, recordsAffected, hasOpenAnomaly, atMs },
    call: callOf(metadata.gateway),
    eventId: entry.subject.id,
    sandbox: metadata.sandbox === true,
    timeZone: settings.timeZone,
    isWatched: settings.enforcement === 'MONITOR',
  });
  if (result === null) return undecided('LACKS_FACT', 'count');
  const approvals = toldApprovals(result) ?? null;
  const recorded = { budgetId: null, grantId: null, ...(approvals === null && { approvals }), ...metadata };
  return compared(recorded, { ...followingFrom(result, { agent, resource, rules }), ...caller.follows, approvals });
}

/** The call of a gateway, as far as a grant binds it. */
function callOf(gateway: JsonValue | undefined): GrantedCall | null {
  return gateway !== null && typeof gateway === 'object' ? (gateway as unknown as GrantedCall) : null;
}

/** Only a tool that is not as it was registered is told. */
function toolFaultOf(gateway: JsonValue | undefined): ToolFault | null | undefined {
  if (gateway === null || typeof gateway !== 'object') return null;
  const { definition = null } = gateway as JsonObject;
  return definition === 'CHANGED' || definition === 'UNKNOWN' || definition === null ? definition : undefined;
}

/** Entries without an edition are of the first. */
const DECISION_FIRST_EDITION = 1;

/** A person asks through a connected app, whose entry tells no more of it. */
function askedBy(
  rules: Rules,
  { type, id }: DecisionEntry['actor'],
  agent: Agent,
): Undecided | Differs | { follows: Readonly<Record<string, JsonValue>> } {
  if (type === 'user') return { follows: {} };
  const key = type === 'key' ? rules.keys.get(id) : undefined;
  if (key === undefined) return differs('actor', id, null);
  if (key === null) return undecided('UNREADABLE_RULE', 'key');
  if (key.agentId !== null && key.agentId !== agent.id) return differs('agentId', agent.id, key.agentId);
  return { follows: { sandbox: key.kind === 'TEST', keyPrefix: key.prefix } };
}

/** Everything of the entry that follows from rules and facts, in the order of comparison. */
function followingFrom(
  result: DecisionResult,
  { agent, resource, rules }: { agent: Agent; resource: Resource; rules: Rules },
): Readonly<Record<string, JsonValue>> {
  return {
    decision: result.decision,
    evaluatedDecision: result.evaluatedDecision,
    riskScore: result.riskScore,
    riskLevel: result.riskLevel,
    policyId: result.policy?.id ?? null,
    grantId: result.grant?.id ?? null,
    budgetId: result.budget?.id ?? null,
    monitored: result.monitored,
    classification: resource.classification,
    dlpFindings: result.dlpFindings,
    lgpdCategories: result.lgpdCategories,
    agentName: agent.name,
    resourceName: resource.name,
    policySetVersion: rules.policySetVersion,
  };
}

function compared(recorded: JsonObject, following: Readonly<Record<string, JsonValue>>): DecidedAgain {
  let lacking: string | null = null;
  for (const field in following) {
    const [was, follows] = [recorded[field], following[field] as JsonValue];
    if (was === undefined) lacking ??= field;
    else if (was !== follows && !isSame(was, follows)) return differs(field, was, follows);
  }
  return lacking === null ? ALIKE : undecided('LACKS_FACT', lacking);
}

/** Lists and objects are left to be compared. */
function isSame(was: JsonValue, follows: JsonValue): boolean {
  return typeof was === 'object' && typeof follows === 'object' && canonicalJson(was) === canonicalJson(follows);
}

interface Facts {
  readonly agentId: string;
  readonly resourceId: string;
  readonly action: EventAction;
  readonly destination: Destination | null;
  readonly recordsAffected: number | null;
  readonly findings: readonly DlpType[];
  readonly atMs: number;
}

const FACTS = ['agentId', 'resourceId', 'action', 'destination', 'recordsAffected', 'dlpFindings'] as const;

function readFacts({ at, metadata }: DecisionEntry): Facts | Undecided {
  for (const name of FACTS) if (metadata[name] === undefined) return undecided('LACKS_FACT', name);
  const { agentId, resourceId, action, destination, recordsAffected, dlpFindings } = metadata;
  const known = oneOf(EVENT_ACTIONS, action);
  const side = oneOf(DESTINATIONS, destination);
  const records = wholeNumber(recordsAffected, RECORDS_AFFECTED_MAX);
  const atMs = momentOf(at);
  if (typeof agentId !== 'string') return undecided('UNKNOWN_VALUE', 'agentId');
  if (typeof resourceId !== 'string') return undecided('UNKNOWN_VALUE', 'resourceId');
  if (known === null) return undecided('UNKNOWN_VALUE', 'action');
  if (side === null && destination !== null) return undecided('UNKNOWN_VALUE', 'destination');
  if (records === null && recordsAffected !== null) return undecided('UNKNOWN_VALUE', 'recordsAffected');
  if (!isFindings(dlpFindings)) return undecided('UNKNOWN_VALUE', 'dlpFindings');
  if (atMs === null) return undecided('UNKNOWN_VALUE', 'at');
  return {
    agentId,
    resourceId,
    action: known,
    destination: side,
    recordsAffected: records,
    findings: dlpFindings,
    atMs,
  };
}

/** Moments of decisions are of whole milliseconds. */
const AT_CHARACTERS = '2026-11-20T12:00:00.000Z'.length;

function momentOf(at: string): number | null {
  const atMs = at.length === AT_CHARACTERS ? readMoment(at) : undefined;
  return Number.isInteger(atMs) && (atMs as number) >= AT_MS_MIN && (atMs as number) <= AT_MS_MAX
    ? (atMs as number)
    : null;
}

/** Years of which business hours are known in every time zone. */
const AT_MS_MIN = Date.UTC(1970, 0, 1);
const AT_MS_MAX = Date.UTC(9_999, 0, 1);

const undecided = (reason: Undecided['reason'], of: string): Undecided => ({ outcome: 'UNDECIDED', reason, of });

const differs = (field: string, recorded: JsonValue, follows: JsonValue): Differs => ({
  outcome: 'DIFFERS',
  field,
  recorded,
  follows,
});
