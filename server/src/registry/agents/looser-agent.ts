// SPDX-License-Identifier: Apache-2.0
/** The parts of an agent's change that let more through. */
import type { LooserRecord } from '@svc/contract';
import { permitsMore, type Resource } from '@svc/core/verdict';
import type { AgentValues } from './plan-agents.ts';

/**
 * A new agent counts, and so does a name: callers that give it were refused, or were another agent, before. An agent
 * that may do nothing lets nothing through.
 * @param resources by name
 */
export function looserAgent(
  { before, after }: { before: AgentValues | null; after: AgentValues | null },
  resources: ReadonlyMap<string, Pick<Resource, 'name' | 'classification'>>,
): LooserRecord[] {
  if (after === null || after.permissions?.length === 0) return [];
  const { permissions, status } = after;
  const of = { type: 'agent', name: before?.name ?? after.name } as const;
  if (before === null) return [{ ...of, field: 'created', before: null, after: { permissions, status } }];
  const looser: LooserRecord[] = [];
  if (after.name !== before.name) looser.push({ ...of, field: 'name', before: before.name, after: after.name });
  if (before.status !== status && status === 'ACTIVE') {
    looser.push({ ...of, field: 'status', before: before.status, after: status });
  }
  if (permitsMore(before.permissions, permissions, resources)) {
    looser.push({ ...of, field: 'permissions', before: before.permissions, after: permissions });
  }
  return looser;
}
