// SPDX-License-Identifier: Apache-2.0
/** The result of a tool without its sensitive data, before a model reads it. */
import { CONTENT_CHARACTERS_MAX } from '@svc/contract';
import { WITHHELD, withheld } from '@svc/core/withheld';
import { scanContentAs } from '../../../decisions/machine-api/index.ts';
import type { Access } from '../../../organization/callers/index.ts';

interface Hidden {
  readonly text: string;
  /** The same in the form of the result. */
  readonly value: unknown;
  readonly reason: string;
}

/** @returns null where it holds nothing sensitive; a result that cannot be scanned is taken out whole */
export async function hiddenResult(
  deps: Parameters<typeof scanContentAs>[0],
  access: Access,
  result: unknown,
): Promise<Hidden | null> {
  const text = typeof result === 'string' ? result : JSON.stringify(result);
  const removed = (reason: string) => ({ text: WITHHELD, value: withheld(result), reason });
  if (text.length > CONTENT_CHARACTERS_MAX)
    return removed('svc: the result is too long to be scanned, and was taken out.');
  const scan = await scanContentAs(deps, access, text).catch(() => null);
  if (scan === null) return removed('svc could not scan the result, and took it out.');
  if (scan.types.length === 0) return null;
  const reason = `svc replaced sensitive data: ${scan.types.join(', ')}.`;
  if (scan.masked === null) return removed(reason);
  return { text: scan.masked, value: typeof result === 'string' ? scan.masked : parsedOr(scan.masked, result), reason };
}

/** A finding that was a number leaves no JSON behind. */
function parsedOr(masked: string, result: unknown): unknown {
  try {
    return JSON.parse(masked);
  } catch {
    return withheld(result);
  }
}
