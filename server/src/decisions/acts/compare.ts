// SPDX-License-Identifier: Apache-2.0
/** Whether a request is the act that was decided: by the digest, and in which fields it differs. */
import { timingSafeEqual } from 'node:crypto';
import {
  EventRequestSchema,
  type FieldFault,
  fieldFault,
  HttpGatewayRequestSchema,
  McpGatewayRequestSchema,
  type RedemptionRequest,
} from '@svc/contract';
import { type ActionCall, actionDigest, hasPayload, PAYLOAD_MEMBERS, payloadDigest } from '@svc/core/action-digest';
import { commitmentsOf, contextDifferences, keptContext } from '../decide/index.ts';
import type { ActedEvent } from './acting.ts';

/** A request with its body or arguments in their exact form, and its agent and resource under the rules of now. */
export interface AskedAct {
  request: RedemptionRequest;
  exact: RedemptionRequest;
  /** The act that it would be decided as. */
  action: string | null;
  destination: string | null;
  recordsAffected: number | null;
  agentId: string | null;
  resourceId: string | null;
}

/** @returns the fields that differ, by their names; empty for the act that was decided */
export function differencesOf(row: ActedEvent, asked: AskedAct): Record<string, FieldFault> {
  const differing = differingFields(row, asked);
  return Object.fromEntries(differing.map((field) => [field, fieldFault('DIFFERS_FROM_DECIDED')]));
}

function differingFields(row: ActedEvent, asked: AskedAct): string[] {
  const { request } = asked;
  const agentId = asked.agentId ?? namedBefore(request.agentId, request.agent, row.agent_id, row.record.agent);
  const resourceId =
    asked.resourceId ?? namedBefore(request.resourceId, request.resource, row.resource_id, row.record.resource);
  const call = row.gateway_call;
  const own = MEMBERS[call?.protocol ?? 'EVENT'];
  const fields = [
    ...(agentId === row.agent_id ? [] : ['agent']),
    ...(resourceId === row.resource_id ? [] : ['resource']),
    ...(asked.action === row.action ? [] : [call?.protocol === 'MCP' ? 'tool' : 'action']),
    ...(asked.destination === row.destination ? [] : ['destination']),
    ...(asked.recordsAffected === row.records_affected ? [] : ['recordsAffected']),
    ...differingCall(row, request),
    ...Object.keys(request).filter((member) => !own.has(member)),
    ...contextDifferences(keptContext(request.context), row.context).map((field) => `context.${field}`),
  ];
  const named = [...new Set(fields)];
  if (named.length > 0 || isSameDigest(row, asked)) return named;
  // Only their digest is kept: which of several members differs is not known.
  const sent = PAYLOAD_MEMBERS.filter((member) => request[member] !== undefined);
  return sent.length > 0 ? sent : PAYLOAD_MEMBERS.filter((member) => own.has(member));
}

/** A record that is renamed or gone is still the one that was named. */
function namedBefore(id: string | undefined, name: string | undefined, then: string, nameThen: string): string | null {
  if (id !== undefined) return id.toLowerCase();
  return name === undefined || name === nameThen ? then : null;
}

function differingCall(row: ActedEvent, request: RedemptionRequest): string[] {
  const call = row.gateway_call;
  if (call === null) return [];
  const asked = callOf(call.protocol, request);
  return [
    ...(asked.routeId === call.routeId ? [] : ['routeId']),
    ...(asked.method === call.method ? [] : ['method']),
    ...(asked.tool === call.tool ? [] : ['tool']),
  ];
}

const callOf = (protocol: string, { routeId, method = 'GET', tool }: RedemptionRequest): ActionCall => ({
  protocol,
  routeId: routeId?.toLowerCase() ?? null,
  method: protocol === 'HTTP' ? method : null,
  tool: tool ?? null,
});

/** The members that a request of each route can have. */
const MEMBERS = {
  EVENT: new Set(Object.keys(EventRequestSchema.properties)),
  HTTP: new Set(Object.keys(HttpGatewayRequestSchema.properties)),
  MCP: new Set(Object.keys(McpGatewayRequestSchema.properties)),
} as const;

/** Compares in constant time, for an act of the same agent and resource. */
function isSameDigest(row: ActedEvent, { exact, destination, recordsAffected }: AskedAct): boolean {
  if (row.action_digest === null) return false;
  const call = row.gateway_call;
  const digest = actionDigest({
    organizationId: row.organization_id,
    eventId: row.id,
    sandbox: row.sandbox,
    agentId: row.agent_id,
    action: row.action,
    resourceId: row.resource_id,
    destination,
    recordsAffected,
    call: call === null ? null : callOf(call.protocol, exact),
    payload: payloadOf(row, exact),
    context: commitmentsOf(row.context),
  });
  return timingSafeEqual(Buffer.from(digest.slice('sha256:'.length), 'hex'), row.action_digest);
}

/** Without a salt there was no payload: any is another. */
function payloadOf(row: ActedEvent, exact: RedemptionRequest): string | null {
  if (row.payload_salt !== null) return payloadDigest(row.payload_salt.toString('hex'), exact);
  return hasPayload(exact) ? 'other' : null;
}
