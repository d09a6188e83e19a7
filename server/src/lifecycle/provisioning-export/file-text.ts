// SPDX-License-Identifier: Apache-2.0
/** The text of the file: settings, then the lists in their order, each by name. Pure; it pauses after each record. */
import { approvalsBlock } from '@svc/core/approvals';
import { compareCodePoints } from '@svc/core/code-point-order';
import { documentText } from '@svc/documents';
import type { ExportedOrganization } from './exported-organization.ts';
import { type ExportedRecord, recordsOfFile } from './records.ts';

const HEAD = `# A provisioning file without secrets. Applied to this organization it changes nothing.
# Elsewhere, add passwords of new people, credentials of integrations and the client secret of sso first. Keys and
# webhook secrets are generated.
apiVersion: svc/v1
kind: Provision
organizations:
`;

export function* fileTextSteps(organization: ExportedOrganization): Generator<void, string, void> {
  const { id, name, settings, sso, scimTokens } = organization;
  const { requireMfa: _mfa, loosenNeedsTwo: _two, eventsPerMonth, agentsMax, retentionDays, ...rest } = settings;
  const others = { ...rest, reviewDefaults: approvalsBlock(rest.reviewDefaults) };
  const contract = Object.entries({ eventsPerMonth, agentsMax, retentionDays }).filter(([, value]) => value !== null);
  const directory = { ...(sso !== null && { sso }), ...(scimTokens.length > 0 && { scimTokens }) };
  const parts = [HEAD, item({ name, id, ...others, ...Object.fromEntries(contract), ...directory }, 2)];
  for (const [list, records] of recordsOfFile(organization)) {
    if (records.length === 0) continue;
    parts.push(`    ${list}:\n`);
    for (const record of records.toSorted((one, other) => compareCodePoints(one.sortedBy, other.sortedBy))) {
      parts.push(textOf(record));
      yield;
    }
  }
  return parts.join('');
}

function textOf({ note, value }: ExportedRecord): string {
  return (note === null ? '' : `      # ${note}\n`) + item(value, 6);
}

/** One item of a list whose dash stands after this many spaces. */
function item(value: object, indent: number): string {
  const lines = documentText(value).trimEnd().split('\n');
  const rest = ' '.repeat(indent + 2);
  return lines
    .map((line, index) => `${index === 0 ? `${' '.repeat(indent)}- ` : line === '' ? '' : rest}${line}\n`)
    .join('');
}
