// SPDX-License-Identifier: Apache-2.0
/** A report of an applied file, or of a dry run, as lines for the operator. */
import type { ProvisioningReport, RecordOutcome } from '../../provisioning/index.ts';

const NOUNS: Readonly<Record<RecordOutcome['kind'], string>> = {
  organization: 'organization',
  users: 'user',
  resources: 'resource',
  agents: 'agent',
  apiKeys: 'API key',
  integrations: 'integration',
  httpRoutes: 'HTTP route',
  mcpRoutes: 'MCP route',
  webhooks: 'webhook',
  policies: 'policy',
  guardrails: 'guardrail',
};

const OUTCOME_WIDTH = 9;

/** `policy Review exports`; a person is known by the place in the file. */
function titleOf({ kind, name }: RecordOutcome): string {
  return name === '' ? NOUNS[kind] : `${NOUNS[kind]} ${name}`;
}

/** Each difference between the file and what stays, as `file:line:column: policy Review exports: decision`. */
export function differencesOf(report: ProvisioningReport, fileName: string): string[] {
  return report.organizations.flatMap(({ records }) =>
    records.flatMap((record) => {
      if (record.outcome !== 'kept' && record.outcome !== 'removed') return [];
      const { line, column } = record.position;
      const what = record.outcome === 'removed' ? 'removed here' : record.fields.join(', ');
      return [`${fileName}:${line}:${column}: ${titleOf(record)}: ${what}`];
    }),
  );
}

/** @param isDryRun nothing was changed: the lines tell what would be */
export function reportText(report: ProvisioningReport, fileName: string, isDryRun: boolean): string {
  const lines = report.organizations.flatMap(({ name, isNew, records }) => {
    const told = records.filter(({ outcome }) => outcome !== 'unchanged');
    const unchanged = records.length - told.length;
    return [
      `${name}${isNew ? ' (new)' : ''}`,
      ...told.map((record) => lineOf(record, fileName)),
      ...(unchanged === 0 ? [] : [`  ${'unchanged'.padEnd(OUTCOME_WIDTH)}  ${unchanged} records`]),
    ];
  });
  if (isDryRun) lines.push('Nothing was changed: this was a dry run.');
  return `${lines.join('\n')}\n`;
}

function lineOf(record: RecordOutcome, fileName: string): string {
  const { outcome, fields, id, position } = record;
  const place = record.name === '' ? ` at ${fileName}:${position.line}` : '';
  const what = {
    create: '',
    update: `: ${fields.join(', ')}`,
    unchanged: '',
    kept: `: ${fields.join(', ')} (changed here; --force applies the file)`,
    removed: ' (removed here; --force makes it again)',
  }[outcome];
  const shownId = id === null || outcome === 'removed' ? '' : ` ${id}`;
  const shown = outcome === 'removed' ? 'kept' : outcome;
  return `  ${shown.padEnd(OUTCOME_WIDTH)}  ${titleOf(record)}${place}${shownId}${what}`;
}
