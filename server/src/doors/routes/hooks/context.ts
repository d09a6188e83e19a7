// SPDX-License-Identifier: Apache-2.0
/** The words about a call that people read beside its action: its purpose, where it goes to, and its session. */
import { CONTEXT_DESTINATION_CHARACTERS_MAX, CONTEXT_PURPOSE_CHARACTERS_MAX, type EventContext } from '@svc/contract';

const SESSION = /^[A-Za-z0-9._:-]{1,128}$/;

export function contextOf(tool: string, input: unknown, session: string | null): EventContext {
  const fields = typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>) : {};
  const destinationName = lineOf(destinationOf(fields), CONTEXT_DESTINATION_CHARACTERS_MAX);
  return {
    purpose: lineOf(purposeOf(tool, fields), CONTEXT_PURPOSE_CHARACTERS_MAX),
    ...(destinationName !== '' && { destinationName }),
    ...(session !== null && SESSION.test(session) && { session }),
  };
}

/** The first line of a command, else the tool and its target. */
function purposeOf(tool: string, { command, url, ...fields }: Readonly<Record<string, unknown>>): string {
  const text = Array.isArray(command) ? command.join(' ') : command;
  const [line = ''] = typeof text === 'string' ? text.trimStart().split(/[\r\n\u2028\u2029]/, 1) : [];
  if (line !== '') return line;
  const path = fields.file_path ?? fields.filePath ?? fields.notebook_path ?? fields.path;
  const target = addressOf(url)?.href ?? (typeof path === 'string' ? path : '');
  return `${tool} ${target}`;
}

function destinationOf({ url, to }: Readonly<Record<string, unknown>>): string {
  return addressOf(url)?.host ?? (typeof to === 'string' ? to : '');
}

/** An address without its user, query and fragment, which hold what is sent. */
function addressOf(value: unknown): URL | null {
  if (typeof value !== 'string' || !URL.canParse(value)) return null;
  const url = new URL(value);
  return /^https?:$/.test(url.protocol) ? new URL(url.pathname, url.origin) : null;
}

/** The text on one line, without what would hide or turn parts of it, and cut. */
function lineOf(text: string, charactersMax: number): string {
  const clean = text
    .slice(0, charactersMax * 4)
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Cs}]+/gu, ' ')
    .trim();
  return Array.from(clean).slice(0, charactersMax).join('').trim();
}
