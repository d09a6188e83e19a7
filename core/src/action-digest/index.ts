// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the digest of an act: one hash that binds everything about a decision that an approver saw or could not see. It
 * is computed again at redemption, and by anyone from an audit entry. It refuses to know where an act comes from.
 */
import { commitText, hashText } from '../audit-chain/index.ts';
import {
  canonicalJson,
  canonicalString,
  escapedText,
  isWellFormedJson,
  type JsonObject,
  type JsonValue,
} from '../canonical-json/index.ts';

/** A call that a gateway decided. */
export interface ActionCall {
  readonly protocol: string;
  readonly routeId: string | null;
  readonly method: string | null;
  readonly tool: string | null;
}

/** Everything that the digest covers. */
export interface Action {
  readonly organizationId: string;
  readonly eventId: string;
  readonly sandbox: boolean;
  readonly agentId: string;
  readonly action: string;
  readonly resourceId: string;
  readonly destination: string | null;
  readonly recordsAffected: number | null;
  /** null for an event that no gateway was asked for. */
  readonly call: ActionCall | null;
  /** The result of `payloadDigest`. */
  readonly payload: string | null;
  /** The commitment to each given field of the context. */
  readonly context: Readonly<Record<string, string>> | null;
}

/**
 * `sha256:` and 64 lowercase hexadecimal digits over the RFC 8785 form of `{ v: "svc-action/1", … }` with the members
 * of an `Action`. It is written out because every decision passes here: the keys are in order.
 */
export function actionDigest(action: Action): string {
  const { call, context } = action;
  return `sha256:${hashText(
    `{"action":${canonicalString(action.action)},"agentId":"${action.agentId}"` +
      `,"call":${call === null ? 'null' : canonicalCall(call)}` +
      `,"context":${context === null ? 'null' : canonicalJson(context)}` +
      `,"destination":${orNull(action.destination)},"eventId":"${action.eventId}"` +
      `,"organizationId":"${action.organizationId}","payload":${orNull(action.payload)}` +
      `,"recordsAffected":${action.recordsAffected},"resourceId":"${action.resourceId}"` +
      `,"sandbox":${action.sandbox},"v":"svc-action/1"}`,
  )}`;
}

const canonicalCall = ({ method, protocol, routeId, tool }: ActionCall): string =>
  `{"method":${orNull(method)},"protocol":${canonicalString(protocol)},"routeId":${orNull(routeId)}` +
  `,"tool":${orNull(tool)}}`;

const orNull = (text: string | null): string => (text === null ? 'null' : canonicalString(text));

/** The members of a request that are bound by their salted digest alone. */
export const PAYLOAD_MEMBERS = ['arguments', 'body', 'content', 'path'] as const;
export type Payload = { readonly [Member in (typeof PAYLOAD_MEMBERS)[number]]?: unknown };

/** True when the request has any of them. */
export const hasPayload = (request: Payload): boolean =>
  PAYLOAD_MEMBERS.some((member) => request[member] !== undefined);

/**
 * SHA-256 over the 32 bytes of the salt and the canonical JSON of the given members, in hexadecimal. Lone surrogates
 * enter escaped. Without the salt a short text, such as an identity number, could be found by trying.
 * @param saltHex 64 hexadecimal digits, random for each event
 * @param request with numbers that JavaScript cannot hold in their marked form
 */
export function payloadDigest(saltHex: string, { arguments: args, body, content, path }: Payload): string {
  // Most requests have nothing else.
  const isContent = typeof content === 'string' && args === undefined && body === undefined && path === undefined;
  if (isContent && content.isWellFormed()) return commitText(saltHex, `{"content":${canonicalString(content)}}`);
  const given = { arguments: args, body, content, path } as JsonObject;
  // Neither form is ever taken for the other: one is an object, one a list.
  const text = isWellFormedJson(given) ? canonicalJson(given) : canonicalJson([escapedText(given)]);
  return commitText(saltHex, text);
}

/**
 * The digest that follows from the metadata of a `decision.recorded` entry.
 * @returns null for an entry of an event without one
 */
export function digestOfEntry(entry: {
  readonly organizationId: string;
  readonly subject: { readonly id: string };
  readonly metadata: JsonObject;
}): { recorded: JsonValue; computed: string | null } | null {
  const { metadata } = entry;
  const { actionDigest: recorded, gateway = null, contextCommitments, payload } = metadata;
  if (recorded === undefined || recorded === null) return null;
  try {
    const call = isObject(gateway) ? gateway : null;
    const computed = canonicalJson({
      v: 'svc-action/1',
      organizationId: entry.organizationId,
      eventId: entry.subject.id,
      sandbox: metadata.sandbox ?? null,
      agentId: metadata.agentId ?? null,
      action: metadata.action ?? null,
      resourceId: metadata.resourceId ?? null,
      destination: metadata.destination ?? null,
      recordsAffected: metadata.recordsAffected ?? null,
      call:
        call === null
          ? null
          : {
              protocol: call.protocol ?? null,
              routeId: call.routeId ?? null,
              method: call.method ?? null,
              tool: call.tool ?? null,
            },
      payload: payload ?? null,
      context: contextCommitments ?? null,
    });
    return { recorded, computed: `sha256:${hashText(computed)}` };
  } catch (error) {
    if (error instanceof TypeError) return { recorded, computed: null };
    throw error;
  }
}

const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
