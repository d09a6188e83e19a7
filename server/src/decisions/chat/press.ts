// SPDX-License-Identifier: Apache-2.0
/** Presses and dialogs in the form of Slack's payloads. Nothing in them counts before the signature. */
import { UUID_PATTERN } from '@svc/contract';
import { CHAT_NAME_CHARACTERS_MAX } from '@svc/contract/limits';
import { APPROVE, DENY, REASON } from './slack-message.ts';

interface Common {
  postId: string;
  team: string;
  user: string;
  /** As the chat shows them, cut and without marks that cannot be seen. They are told to people, and prove nothing. */
  teamName: string | null;
  userName: string | null;
  /** Opens a dialog within three seconds. */
  triggerId: string;
  channel: string | null;
}

/** `ask` wants the dialog for the reason, and `deny` comes from it. */
export type Press = Common & ({ kind: 'approve' } | { kind: 'ask' } | { kind: 'deny'; note: string | null });

const UUID = new RegExp(UUID_PATTERN);
/** Ids of teams, users and channels. */
const ID = /^[A-Z0-9]{2,32}$/;
/** As the app takes notes: without control characters and marks of direction. */
const UNWRITABLE = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

interface Payload {
  type?: unknown;
  trigger_id?: unknown;
  team?: { id?: unknown; domain?: unknown } | null;
  user?: { id?: unknown; team_id?: unknown; name?: unknown; username?: unknown };
  channel?: { id?: unknown };
  actions?: { action_id?: unknown; value?: unknown }[];
  view?: {
    callback_id?: unknown;
    private_metadata?: unknown;
    state?: { values?: Record<string, Record<string, { value?: unknown }>> };
  };
}

/** @returns null for anything but a press on one of our buttons, or our dialog */
export function pressIn(body: Buffer): Press | null {
  try {
    const payload = new URLSearchParams(body.toString('utf8')).get('payload');
    return payload === null ? null : pressOf(JSON.parse(payload) as Payload);
  } catch {
    return null;
  }
}

/** Slack asks so now and then whether the address speaks TLS. Nothing follows from it: it needs no signature. */
export function isTlsCheck(body: Buffer): boolean {
  const form = new URLSearchParams(body.toString('utf8'));
  return form.get('ssl_check') === '1' && !form.has('payload');
}

function pressOf(payload: Payload): Press | null {
  const { type, view, actions } = payload;
  const [action] = Array.isArray(actions) ? actions : [];
  const postId = type === 'view_submission' ? view?.private_metadata : action?.value;
  const team = payload.team?.id ?? payload.user?.team_id;
  const user = payload.user?.id;
  if (!isText(postId, UUID) || !isText(team, ID) || !isText(user, ID)) return null;
  const channel = payload.channel?.id;
  const common = {
    postId,
    team,
    user,
    // A user of a shared channel belongs to another workspace than the one that is named.
    teamName: payload.team?.id === team ? nameOf(payload.team.domain) : null,
    userName: nameOf(payload.user?.username) ?? nameOf(payload.user?.name),
    triggerId: typeof payload.trigger_id === 'string' ? payload.trigger_id.slice(0, 200) : '',
    channel: isText(channel, ID) ? channel : null,
  };
  if (type === 'view_submission' && view?.callback_id === DENY) {
    return { ...common, kind: 'deny', note: noteOf(view.state?.values?.[REASON]?.[REASON]?.value) };
  }
  if (type !== 'block_actions') return null;
  if (action?.action_id === APPROVE) return { ...common, kind: 'approve' };
  return action?.action_id === DENY ? { ...common, kind: 'ask' } : null;
}

/** Control characters, marks of format such as those of direction, halves of pairs, and separators of lines. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Each mark that cannot be seen is shown as U+FFFD, so that two names that differ in it do not look alike. */
export function nameOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const name = [
    ...value
      .slice(0, 10 * CHAT_NAME_CHARACTERS_MAX)
      .replaceAll(UNSEEN, '\ufffd')
      .trim(),
  ];
  const isLong = name.length > CHAT_NAME_CHARACTERS_MAX;
  return name.length === 0 ? null : isLong ? `${name.slice(0, CHAT_NAME_CHARACTERS_MAX - 1).join('')}…` : name.join('');
}

const NOTE_CHARACTERS_MAX = 2_000;

/** Blank text counts as no note. */
export function noteOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const note = value.replaceAll('\r\n', '\n').replaceAll(UNWRITABLE, '').trim();
  return note === '' ? null : [...note].slice(0, NOTE_CHARACTERS_MAX).join('');
}

const isText = (value: unknown, pattern: RegExp): value is string => typeof value === 'string' && pattern.test(value);
