// SPDX-License-Identifier: Apache-2.0
/** A command that asks for a decision. The key stands in a variable, so that no history of a shell keeps it. */

interface Names {
  /** The one that the key is bound to; null: the call names one. */
  bound?: string | null;
  /** Registered ones, where there are any. */
  agent?: string | null | undefined;
  resource?: string | null | undefined;
}

export function commandOf({ bound = null, agent, resource }: Names = {}): string {
  const body = JSON.stringify({
    ...(bound === null && { agent: agent ?? 'AGENT' }),
    action: 'READ_DATA',
    resource: resource ?? 'RESOURCE',
    recordsAffected: 12,
  }).replaceAll("'", "'\\''");
  return [
    `curl ${window.location.origin}/v1/events \\`,
    '  -H "Authorization: Bearer $SVC_API_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '${body}'`,
  ].join('\n');
}
