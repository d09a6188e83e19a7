// SPDX-License-Identifier: Apache-2.0
/** Audit entries as events of OCSF. An event holds what its entry holds, and nothing else is looked up for it. */
import type { AuditEntry } from '@svc/core/audit-chain';
import type { OtlpSource } from '../../outgoing/otlp/index.ts';

/** The revision of the schema whose classes and numbers these are. */
export const OCSF_VERSION = '1.9.0-dev';

export type OcsfEvent = { readonly [name: string]: OtlpSource };

/** An entry without its hashes. */
export type ToldEntry = Omit<AuditEntry, 'prevHash' | 'hash'>;

/** The kinds of entries that collectors are told of. */
export const TOLD_KINDS = [
  'decision.recorded',
  'review.approved',
  'review.denied',
  'review.expired',
  'anomaly.opened',
  'anomaly.closed',
] as const;

type ToldKind = (typeof TOLD_KINDS)[number];

const API_ACTIVITY = { category_uid: 6, class_uid: 6003, class_name: 'API Activity' } as const;
const DETECTION_FINDING = { category_uid: 2, class_uid: 2004, class_name: 'Detection Finding' } as const;

const [CREATE, READ, UPDATE, DELETE, CLOSE] = [1, 2, 3, 4, 3] as const;
const ACTIVITIES: Readonly<Record<string, number>> = {
  READ_DATA: READ,
  EXPORT_DATA: READ,
  WRITE_DATA: UPDATE,
  DELETE_DATA: DELETE,
  SEND_EMAIL: CREATE,
};

const OBSERVED = 3;
const ALLOWED = { action_id: 1, action: 'Allowed' } as const;
const DENIED = { action_id: 2, action: 'Denied' } as const;
/** The outcome of a decision. A review is delayed until a second event tells what became of it. */
const OUTCOMES: Readonly<Record<string, OcsfEvent>> = {
  ALLOW: { ...ALLOWED, disposition_id: 1, disposition: 'Allowed' },
  BLOCK: { ...DENIED, disposition_id: 2, disposition: 'Blocked' },
  REVIEW: { action_id: OBSERVED, action: 'Observed', disposition_id: 14, disposition: 'Delayed' },
};
const RESOLUTIONS: Readonly<Record<string, OcsfEvent>> = {
  'review.approved': { ...ALLOWED, disposition_id: 8, disposition: 'Approved' },
  'review.denied': { ...DENIED, disposition_id: 25, disposition: 'Rejected' },
  'review.expired': { ...DENIED, disposition_id: 2, disposition: 'Blocked' },
};

/** `risk_level_id` by the level; `severity_id` is one more. */
const RISK_LEVELS: Readonly<Record<string, number>> = { LOW: 1, MEDIUM: 2, HIGH: 3, CRITICAL: 4 };
const [INFORMATIONAL, LOW_SEVERITY] = [1, 2];
const severityOf = (level: OtlpSource): number => (RISK_LEVELS[String(level)] ?? 1) + 1;

/** Empty for an entry that is not told: one of another kind, or of a TEST key. */
export function ocsfEvents(entry: ToldEntry, version: string): OcsfEvent[] {
  const facts = entry.metadata as OcsfEvent;
  if (facts.sandbox === true || !isTold(entry.kind)) return [];
  switch (entry.kind) {
    case 'decision.recorded': {
      const decision = decisionEvent(entry, facts, version);
      return facts.riskLevel === 'CRITICAL' ? [decision, criticalFinding(entry, facts, version)] : [decision];
    }
    case 'anomaly.opened':
    case 'anomaly.closed':
      return [anomalyFinding(entry, facts, version)];
    default:
      return [resolutionEvent(entry, facts, version)];
  }
}

export const isTold = (kind: string): kind is ToldKind => TOLD_KINDS.some((told) => told === kind);

interface Class {
  category_uid: number;
  class_uid: number;
  class_name: string;
}

function common(
  { organizationId, seq, at, kind, subject }: ToldEntry,
  { version, of, activity, severity, part = '' }: Common,
): OcsfEvent {
  const isActivity = of === API_ACTIVITY;
  return {
    ...of,
    activity_id: activity,
    type_uid: of.class_uid * 100 + activity,
    severity_id: severity,
    time: Date.parse(at),
    metadata: {
      version: OCSF_VERSION,
      uid: `${organizationId}-${seq}${part}`,
      event_code: kind,
      correlation_uid: subject.id,
      sequence: seq,
      tenant_uid: organizationId,
      profiles: isActivity ? ['security_control', 'ai_operation'] : ['security_control'],
      product: { name: 'svc', vendor_name: 'svc', version },
    },
  };
}

interface Common {
  version: string;
  of: Class;
  activity: number;
  severity: number;
  /** Tells two events of one entry apart. */
  part?: string;
}

function decisionEvent(entry: ToldEntry, facts: OcsfEvent, version: string): OcsfEvent {
  const gateway = (facts.gateway ?? {}) as OcsfEvent;
  const activity = ACTIVITIES[String(facts.action)] ?? CREATE;
  const agent = { uid: facts.agentId, name: facts.agentName };
  return {
    ...common(entry, { version, of: API_ACTIVITY, activity, severity: severityOf(facts.riskLevel) }),
    ...OUTCOMES[String(facts.decision)],
    message: `${facts.agentName} ${facts.action} ${facts.resourceName}: ${facts.decision}`,
    actor: { app_uid: facts.agentId, app_name: facts.agentName },
    api: { operation: gateway.tool ?? facts.action, service: { name: gateway.protocol ?? facts.door ?? 'svc' } },
    src_endpoint: agent,
    ai_agent: { ...agent, type_id: 0 },
    resources: [resourceOf(facts)],
    ...riskOf(facts),
    ...(facts.policyId !== null && { policy: { uid: facts.policyId } }),
    is_alert: facts.decision !== 'ALLOW',
    unmapped: {
      action: facts.action,
      destination: facts.destination,
      dlp_types: facts.dlpFindings,
      door: facts.door,
      evaluated_decision: facts.evaluatedDecision,
      lgpd_categories: facts.lgpdCategories,
      monitored: facts.monitored,
      policy_set_version: facts.policySetVersion,
      records_affected: facts.recordsAffected,
    },
  };
}

const resourceOf = (facts: OcsfEvent) => ({
  uid: facts.resourceId,
  name: facts.resourceName,
  labels: [`classification:${facts.classification}`],
});

const riskOf = ({ riskLevel, riskScore }: OcsfEvent): OcsfEvent => ({
  risk_level: riskLevel,
  risk_level_id: RISK_LEVELS[String(riskLevel)] ?? 0,
  risk_score: riskScore,
});

function criticalFinding(entry: ToldEntry, facts: OcsfEvent, version: string): OcsfEvent {
  const severity = severityOf(facts.riskLevel);
  return {
    ...common(entry, { version, of: DETECTION_FINDING, activity: CREATE, severity, part: '-finding' }),
    ...OUTCOMES[String(facts.decision)],
    message: `${facts.agentName} ${facts.action} ${facts.resourceName}: risk ${facts.riskScore}`,
    finding_info: { uid: entry.subject.id, title: 'Action of critical risk', types: ['CRITICAL'] },
    resources: [{ uid: facts.agentId, name: facts.agentName, type: 'agent' }, resourceOf(facts)],
    ...riskOf(facts),
    status_id: 1,
    is_alert: true,
  };
}

/** The entry names the event alone: its decision came before, with the same `correlation_uid`. */
function resolutionEvent(entry: ToldEntry, facts: OcsfEvent, version: string): OcsfEvent {
  const { actor, kind } = entry;
  const isPerson = actor.type === 'user';
  return {
    ...common(entry, { version, of: API_ACTIVITY, activity: UPDATE, severity: INFORMATIONAL }),
    ...RESOLUTIONS[kind],
    message: `The review ${entry.subject.id}: ${kind}`,
    actor: isPerson ? { user: { uid: actor.id } } : { app_name: 'svc', app_uid: actor.id },
    api: { operation: kind, service: { name: facts.channel ?? 'svc' } },
    src_endpoint: { svc_name: 'svc' },
    is_alert: false,
    unmapped: { role: facts.role, event_id: facts.eventId },
  };
}

function anomalyFinding(entry: ToldEntry, facts: OcsfEvent, version: string): OcsfEvent {
  const isOpened = entry.kind === 'anomaly.opened';
  const severity = isOpened ? severityOf(facts.severity) : LOW_SEVERITY;
  return {
    ...common(entry, { version, of: DETECTION_FINDING, activity: isOpened ? CREATE : CLOSE, severity }),
    message: `${facts.anomalyKind} of the agent ${facts.agentId}`,
    finding_info: { uid: entry.subject.id, title: facts.anomalyKind, types: [facts.anomalyKind] },
    resources: [{ uid: facts.agentId, type: 'agent' }],
    status_id: isOpened ? 1 : 4,
    is_alert: isOpened,
    unmapped: { message_params: facts.messageParams },
  };
}
