// SPDX-License-Identifier: Apache-2.0
/** A report of an applied file, or of a dry run, as lines for the operator. */
import type { ProvisioningReport, RecordOutcome } from '../../../lifecycle/provisioning/index.ts';

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
  budgets: 'budget',
  toolRules: 'set of tool rules',
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

const WAITS = 'another owner or admin accepts it';
const WOULD_WAIT = 'another owner or admin would be asked to accept it';
const DECLINED = 'it was declined; change the file, or ask again by --force';

/** One line for each proposal that waits for a second person, or was declined. */
export function waitingOf(report: ProvisioningReport): string[] {
  return report.organizations.flatMap(({ name, proposals }) =>
    proposals.map(({ path, isDeclined }) => `${name}: ${isDeclined ? DECLINED : WAITS}: ${path}`),
  );
}

/** @param isDryRun nothing was changed: the lines tell what would be */
export function reportText(report: ProvisioningReport, fileName: string, isDryRun: boolean): string {
  const lines = report.organizations.flatMap(({ name, isNew, records, proposals }) => {
    const told = records.filter(({ outcome }) => outcome !== 'unchanged');
    const unchanged = records.length - told.length;
    return [
      `${name}${isNew ? ' (new)' : ''}`,
      ...told.map((record) => lineOf(record, fileName)),
      ...proposals.map(({ path, isDeclined }) => {
        if (isDryRun && !isDeclined) return `  ${WOULD_WAIT}`;
        return `  ${isDeclined ? DECLINED : WAITS}: ${path}`;
      }),
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
    waiting: `${fields.length === 0 ? '' : `: ${fields.join(', ')}`} (lets more through: waits for a second person)`,
  }[outcome];
  const shownId = id === null || outcome === 'removed' ? '' : ` ${id}`;
  const shown = outcome === 'removed' ? 'kept' : outcome;
  return `  ${shown.padEnd(OUTCOME_WIDTH)}  ${titleOf(record)}${place}${shownId}${what}`;
}
