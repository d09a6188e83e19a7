// SPDX-License-Identifier: Apache-2.0
/** The rules of an organization, folded from the entries of its audit chain, one after another. */
import { APPROVALS_MAX, type ApprovalsInput } from '@svc/contract';
import { type Approvals, approvalsOf, ONE_APPROVAL } from '../approvals/index.ts';
import type { JsonObject } from '../canonical-json/index.ts';
import type { DecisionSettings } from '../decision/index.ts';
import { type CompiledPolicies, compilePolicies, type IdentifiedPolicy } from '../policy/index.ts';
import type { Agent, Resource } from '../verdict/index.ts';
import { openRecords, type Records } from './records.ts';
import { isConsequenceKind, isStandingKind, openStanding, type StandingEntry, type StandingRules } from './standing.ts';
import {
  type DecidingKey,
  type IsPolicy,
  readAgent,
  readKey,
  readPolicy,
  readResource,
  readSetting,
  SETTINGS,
  wholeNumber,
} from './values.ts';

/** The part of an audit entry that rules follow from. */
export type RuleEntry = StandingEntry;

/** The rules before an entry. A record is null where this build cannot read it. */
export interface Rules {
  readonly agents: Records<Agent>;
  readonly resources: Records<Resource>;
  readonly policies: Records<IdentifiedPolicy>;
  /** Keys that are not revoked. */
  readonly keys: Records<DecidingKey>;
  /** Grants, budgets and their counts. */
  readonly standing: StandingRules;
  policySetVersion: number;
  hasOpenAnomaly(agentId: string): boolean;
  /** @returns the name of the first setting that no entry has told in a form that this build knows, else all of them */
  settings(): DecisionSettings | keyof DecisionSettings;
  compiled(): CompiledPolicies;
  /** Entries of other kinds change nothing. @throws RulesTooLarge */
  fold(entry: RuleEntry): void;
}

/** The rules take more memory than any organization's may. */
export class RulesTooLarge extends Error {
  override name = 'RulesTooLarge';
}

/** Characters of all records as JSON. The largest set of policies takes 8 million of them. */
export const RULES_CHARACTERS_MAX = 100_000_000;

type Fold = (state: State, entry: RuleEntry) => void;

interface State {
  rules: Rules;
  settings: Map<keyof DecisionSettings, DecisionSettings[keyof DecisionSettings]>;
  /** Whether a review that no policy asked for may make a grant: no more of it changes a decision. */
  reviewDefaults: Approvals;
  /** The answer of `settings`. */
  known: DecisionSettings | keyof DecisionSettings;
  /** Open anomalies, by agent. */
  anomalies: Map<string, Set<string>>;
  anomalyCount: number;
  compiled: CompiledPolicies | null;
}

/** The change that each kind of entry makes to the rules, but for grants and budgets. */
const FOLDS: Readonly<Record<string, Fold>> = {
  'organization.created': (state, { metadata }) => foldSettings(state, metadata.after),
  'organization.updated': (state, { metadata }) => foldSettings(state, metadata.after),
  'agent.created': ({ rules }, { subject, metadata }) => rules.agents.create(subject.id, metadata.after),
  'agent.updated': ({ rules }, { subject, metadata }) => rules.agents.update(subject.id, metadata.after),
  'agent.paused': ({ rules }, { subject, metadata }) => rules.agents.update(subject.id, metadata.after),
  'agent.resumed': ({ rules }, { subject, metadata }) => rules.agents.update(subject.id, metadata.after),
  'agent.deleted': ({ rules }, { subject }) => rules.agents.remove(subject.id),
  'resource.created': ({ rules }, { subject, metadata }) => rules.resources.create(subject.id, metadata.after),
  'resource.updated': ({ rules }, { subject, metadata }) => rules.resources.update(subject.id, metadata.after),
  'resource.deleted': ({ rules }, { subject }) => rules.resources.remove(subject.id),
  'policy.created': ofPolicy(({ policies }, { subject, metadata }) => policies.create(subject.id, metadata.after)),
  'policy.updated': ofPolicy(({ policies }, { subject, metadata }) => policies.update(subject.id, metadata.after)),
  'policy.deleted': ofPolicy(({ policies }, { subject }) => policies.remove(subject.id)),
  'key.created': ({ rules }, { subject, metadata }) => rules.keys.create(subject.id, keyFields(metadata)),
  'key.updated': ({ rules }, { subject, metadata }) => rules.keys.update(subject.id, keyFields(metadata)),
  'key.revoked': ({ rules }, { subject }) => rules.keys.remove(subject.id),
  'anomaly.opened': foldAnomaly((open, id) => open.add(id)),
  'anomaly.closed': foldAnomaly((open, id) => open.delete(id)),
};

/** Rules follow from entries of this kind. */
export const isRuleKind = (kind: string): boolean => Object.hasOwn(FOLDS, kind);

/** The rules before the first entry: none. */
export function openRules(isPolicy: IsPolicy): Rules {
  const rules: Rules = {
    agents: openRecords(readAgent),
    resources: openRecords(readResource),
    policies: openRecords((id, raw) => readPolicy(id, raw, isPolicy)),
    keys: openRecords(readKey),
    standing: openStanding(isPolicy),
    policySetVersion: 0,
    hasOpenAnomaly: (agentId) => state.anomalies.has(agentId),
    settings: () => state.known,
    compiled() {
      state.compiled ??= compilePolicies(rules.policies.readable());
      return state.compiled;
    },
    fold(entry) {
      FOLDS[entry.kind]?.(state, entry);
      if (isStandingKind(entry.kind) || isConsequenceKind(entry.kind)) rules.standing.fold(entry);
      if (charactersOf(state) > RULES_CHARACTERS_MAX) {
        throw new RulesTooLarge(`its rules take more than ${RULES_CHARACTERS_MAX} characters at once`);
      }
    },
  };
  const state: State = {
    rules,
    settings: new Map(),
    reviewDefaults: ONE_APPROVAL,
    known: SETTINGS[0],
    anomalies: new Map(),
    anomalyCount: 0,
    compiled: null,
  };
  return rules;
}

/** A setting that an entry tells in an unknown form is not known from then on. */
function foldSettings(state: State, after: JsonObject[string]): void {
  const { settings } = state;
  for (const name of SETTINGS) {
    const value = after !== null && typeof after === 'object' ? (after as JsonObject)[name] : undefined;
    if (value === undefined) continue;
    const read = readSetting(name, value);
    if (read === null) settings.delete(name);
    else settings.set(name, read);
  }
  const { reviewDefaults } = (after ?? {}) as { reviewDefaults?: ApprovalsInput };
  if (typeof reviewDefaults === 'object' && reviewDefaults !== null) {
    const { count, signed, grants } = reviewDefaults;
    state.reviewDefaults = approvalsOf({
      count: wholeNumber(count, APPROVALS_MAX) ?? 1,
      signed: signed === true,
      grants: grants === true,
    });
  }
  state.known = SETTINGS.find((name) => !settings.has(name)) ?? {
    ...(Object.fromEntries(settings) as unknown as DecisionSettings),
    reviewDefaults: state.reviewDefaults,
  };
}

function ofPolicy(change: (rules: Rules, entry: RuleEntry) => void): Fold {
  return (state, entry) => {
    change(state.rules, entry);
    state.compiled = null;
    const { policySetVersion } = entry.metadata;
    if (typeof policySetVersion === 'number') state.rules.policySetVersion = policySetVersion;
  };
}

function foldAnomaly(change: (open: Set<string>, anomalyId: string) => unknown): Fold {
  return (state, { subject, metadata: { agentId } }) => {
    if (typeof agentId !== 'string') return;
    const open = state.anomalies.get(agentId) ?? new Set<string>();
    state.anomalyCount -= open.size;
    change(open, subject.id);
    state.anomalyCount += open.size;
    if (open.size === 0) state.anomalies.delete(agentId);
    else state.anomalies.set(agentId, open);
  };
}

/** The prefix stands beside the values of a key. */
function keyFields({ after, keyPrefix, kind }: JsonObject): JsonObject {
  return { ...(after as JsonObject), keyPrefix, kind };
}

/** About what an id and its places in a map take. */
const CHARACTERS_OF_ANOMALY = 200;

function charactersOf({ rules, anomalyCount }: State): number {
  const { agents, resources, policies, keys } = rules;
  const records = agents.characters() + resources.characters() + policies.characters() + keys.characters();
  return records + rules.standing.characters() + anomalyCount * CHARACTERS_OF_ANOMALY;
}
