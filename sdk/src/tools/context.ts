// SPDX-License-Identifier: Apache-2.0
/** The context of a call for people, beside its action: made of its tool and input, and fit for the service. */
import type { EventRequest } from '../wire.ts';
import type { EventContext } from '../wire-acts.ts';

const PURPOSE_CHARACTERS_MAX = 500;
const DESTINATION_CHARACTERS_MAX = 200;

interface DescribedCall {
  readonly tool: string;
  readonly input: unknown;
  readonly action: EventRequest;
}

/** The action with its context. A field that the caller gives wins; a link is only the caller's. */
export function describedAction(
  { tool, input, action }: DescribedCall,
  { context = true, session }: { readonly context?: boolean; readonly session?: string },
): EventRequest {
  if (!context) return action;
  const fields = typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>) : {};
  const purpose = lineOf(purposeOf(tool, fields, action), PURPOSE_CHARACTERS_MAX);
  const destinationName = lineOf(destinationOf(fields), DESTINATION_CHARACTERS_MAX);
  const made: EventContext = {
    ...(purpose !== '' && { purpose }),
    ...(destinationName !== '' && { destinationName }),
    ...(session !== undefined && /^[A-Za-z0-9._:-]{1,128}$/.test(session) && { session }),
    ...action.context,
  };
  return Object.keys(made).length === 0 ? action : { ...action, context: made };
}

/** The first line of a command, else the tool and its target. */
function purposeOf(tool: string, fields: Readonly<Record<string, unknown>>, { resource = '' }: EventRequest): string {
  const { command } = fields;
  if (typeof command === 'string') {
    const [line = ''] = command.trimStart().split(/[\r\n\u2028\u2029]/, 1);
    if (line !== '') return line;
  }
  const path = fields.file_path ?? fields.notebook_path ?? fields.path;
  const target = addressOf(fields.url)?.href ?? (typeof path === 'string' ? path : resource);
  return `${tool} ${target}`;
}

function destinationOf({ url, to }: Readonly<Record<string, unknown>>): string {
  return addressOf(url)?.host ?? (typeof to === 'string' ? to : '');
}

/** An address without its user, query and fragment, which hold what is sent. */
function addressOf(value: unknown): URL | null {
  try {
    const url = new URL(String(value));
    if (!/^https?:$/.test(url.protocol)) return null;
    return new URL(url.pathname, url.origin);
  } catch {
    return null;
  }
}

/**
 * The text on one line, without what would hide or turn parts of it, and cut. A surrogate that stands alone is no
 * character.
 */
function lineOf(text: string, charactersMax: number): string {
  const clean = text
    .slice(0, charactersMax * 4)
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Cs}]+/gu, ' ')
    .trim();
  return Array.from(clean).slice(0, charactersMax).join('').trim();
}
