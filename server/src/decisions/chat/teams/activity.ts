// SPDX-License-Identifier: Apache-2.0
/**
 * An activity in the form of Bot Framework ("Activity schema"; Teams, "Universal Actions"). Nothing in it counts before
 * its token.
 */
import { UUID_PATTERN } from '@svc/contract';
import { nameOf, noteOf } from '../press.ts';
import { APPROVE, DENY, REASON } from '../slack-message.ts';

export interface CardPress {
  activityId: string;
  serviceUrl: string;
  postId: string;
  tenantId: string;
  /** The object of the person in the tenant's directory. */
  userId: string;
  userName: string | null;
  kind: 'approve' | 'deny';
  note: string | null;
}

interface Activity {
  type?: unknown;
  name?: unknown;
  id?: unknown;
  channelId?: unknown;
  serviceUrl?: unknown;
  from?: { aadObjectId?: unknown; name?: unknown; tenantId?: unknown } | null;
  conversation?: { tenantId?: unknown } | null;
  channelData?: { tenant?: { id?: unknown } | null } | null;
  value?: { action?: { verb?: unknown; data?: Record<string, unknown> | null } | null } | null;
}

const UUID = new RegExp(UUID_PATTERN);
const KINDS: ReadonlyMap<unknown, CardPress['kind']> = new Map([
  [APPROVE, 'approve'],
  [DENY, 'deny'],
]);

/** Nothing follows from any other activity, such as the one that tells a bot where it was installed. */
export const isPress = (body: unknown): boolean =>
  (body as Activity | null)?.type === 'invoke' && (body as Activity).name === 'adaptiveCard/action';

/** @returns null for anything but a press on one of our buttons in Teams */
export function pressOf(body: unknown): CardPress | null {
  if (!isPress(body)) return null;
  const { id, channelId, serviceUrl, from, conversation, channelData, value } = body as Activity;
  const { verb, data } = value?.action ?? {};
  const kind = KINDS.get(verb);
  const tenantId = idOf(channelData?.tenant?.id);
  const userId = idOf(from?.aadObjectId);
  const postId = idOf(data?.post);
  if (kind === undefined || tenantId === null || userId === null || postId === null) return null;
  if (channelId !== 'msteams' || !isText(id) || !isText(serviceUrl)) return null;
  // A person of another tenant is a guest of a shared channel, whose answers do not count.
  const others = [from?.tenantId, conversation?.tenantId].filter((one) => one !== undefined && one !== null);
  if (others.some((one) => idOf(one) !== tenantId)) return null;
  const note = kind === 'deny' ? noteOf(data?.[REASON]) : null;
  return { activityId: id, serviceUrl, postId, tenantId, userId, userName: nameOf(from?.name), kind, note };
}

const idOf = (value: unknown): string | null =>
  typeof value === 'string' && UUID.test(value) ? value.toLowerCase() : null;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 2_000;
