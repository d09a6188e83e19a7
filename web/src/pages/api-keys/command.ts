/** A command that asks for a decision. The key stands in a variable, so that no history of a shell keeps it. */

/** @param agent the one that the key is bound to; null: the call names one */
export function commandOf(agent: string | null): string {
  const body = JSON.stringify({
    ...(agent === null && { agent: 'AGENT' }),
    action: 'READ_DATA',
    resource: 'RESOURCE',
    recordsAffected: 12,
  });
  return [
    `curl ${window.location.origin}/v1/events \\`,
    '  -H "Authorization: Bearer $SVC_API_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '${body}'`,
  ].join('\n');
}
