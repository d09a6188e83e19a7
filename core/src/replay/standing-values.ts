// SPDX-License-Identifier: Apache-2.0
/** Reads budgets and grants in entries. A value of another form is null. */
import {
  BUDGET_LIMIT_MAX,
  BUDGET_MEASURES,
  BUDGET_OUTCOMES,
  BUDGET_SCOPES,
  BUDGET_WINDOWS,
  type BudgetSpec,
  DESTINATIONS,
  EVENT_ACTIONS,
  POLICY_MODES,
  RECORDS_AFFECTED_MAX,
} from '@svc/contract';
import { readMoment } from '@svc/contract/moment';
import type { BudgetRule } from '../budgets/index.ts';
import type { JsonObject, JsonValue } from '../canonical-json/index.ts';
import type { GrantedCall, GrantRule } from '../grants/index.ts';
import { type IsPolicy, isFindings, oneOf, readPolicy, wholeNumber } from './values.ts';

export function readBudget(id: string, raw: JsonObject, isPolicy: IsPolicy): BudgetRule | null {
  const { name, measure, limit, window, per, action, resource, condition, onExceed, mode, enabled, approvals } = raw;
  const matcher: JsonObject = { name: name ?? null, action: action ?? null, decision: onExceed ?? null };
  const policy = readPolicy(
    id,
    {
      ...matcher,
      ...(resource != null && { resource }),
      ...(condition != null && { condition }),
      ...(approvals != null && { approvals }),
    },
    isPolicy,
  );
  const room = wholeNumber(limit, BUDGET_LIMIT_MAX);
  const sinceMs = momentOf(raw.since);
  const words = {
    measure: oneOf(BUDGET_MEASURES, measure),
    window: oneOf(BUDGET_WINDOWS, window),
    per: oneOf(BUDGET_SCOPES, per),
    onExceed: oneOf(BUDGET_OUTCOMES, onExceed),
    mode: mode == null ? 'ENFORCE' : oneOf(POLICY_MODES, mode),
  };
  const raised = readRaised(raw.raised);
  if (policy === null || room === null || sinceMs === null || raised === undefined) return null;
  if (typeof raw.series !== 'number' || Object.values(words).includes(null)) return null;
  if (enabled != null && typeof enabled !== 'boolean') return null;
  const { decision: _decision, id: _id, ...matched } = policy;
  const spec = { ...matched, ...words, limit: room, enabled: enabled !== false } as BudgetSpec;
  return { id, spec, series: raw.series, sinceMs, raised };
}

function readRaised(value: JsonValue | undefined): BudgetRule['raised'] | undefined {
  if (value == null) return null;
  const { amount, windowStart } = value as JsonObject;
  const more = wholeNumber(amount, BUDGET_LIMIT_MAX);
  const windowStartMs = momentOf(windowStart);
  return more === null || windowStartMs === null ? undefined : { amount: more, windowStartMs };
}

export function readGrant(id: string, raw: JsonObject): GrantRule | null {
  const { agentId, resourceId, policyId, dlpTypes, call } = raw;
  const action = oneOf(EVENT_ACTIONS, raw.action);
  const destination = raw.destination === null ? null : oneOf(DESTINATIONS, raw.destination);
  const recordsAffectedMax = wholeNumber(raw.recordsAffectedMax, RECORDS_AFFECTED_MAX);
  const untilMs = momentOf(raw.until);
  const usesMax = raw.usesMax === null ? null : wholeNumber(raw.usesMax, RECORDS_AFFECTED_MAX);
  if (typeof agentId !== 'string' || typeof resourceId !== 'string' || !isFindings(dlpTypes)) return null;
  if (action === null || recordsAffectedMax === null || untilMs === null) return null;
  if (policyId !== null && typeof policyId !== 'string') return null;
  if ((destination === null) !== (raw.destination === null) || (usesMax === null) !== (raw.usesMax === null)) {
    return null;
  }
  const bound = { agentId, action, resourceId, destination, dlpTypes, recordsAffectedMax, policyId, untilMs, usesMax };
  return { id, ...bound, call: call as GrantedCall | null };
}

function momentOf(value: JsonValue | undefined): number | null {
  return typeof value === 'string' ? (readMoment(value) ?? null) : null;
}
