/** An entry as a person reads it: its kind in words, and the name that it gives to what it is about. */
import type { AuditItem } from '@svc/contract';

/** @returns the kind itself where the words do not have it, as behind a newer service */
export function kindSaid(kinds: Readonly<Record<string, string>>, kind: string): string {
  return kinds[kind] ?? kind;
}

/** A decision names its agent, and a record that was changed names itself. @returns null when there is no name */
export function nameIn({ metadata }: Pick<AuditItem, 'metadata'>): string | null {
  if (typeof metadata !== 'object' || metadata === null) return null;
  const { name, agentName } = metadata as { name?: unknown; agentName?: unknown };
  const said = name ?? agentName;
  return typeof said === 'string' ? said : null;
}
