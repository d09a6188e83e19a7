// SPDX-License-Identifier: Apache-2.0
/** The outcome of `svc-server audit replay`, for people and for programs. */
import type { AuditUndecidedReason } from '@svc/contract';
import { decisionsOf, type Tally, verdictOf } from '../../../record/replay/index.ts';
import { type Checked, KEY_SOURCES } from '../audit-file.ts';
import { plainLine } from '../plain-line.ts';
export function reportText(tally: Tally, { verification, source }: Checked): string {
  const { alike, differing, first, undecided } = tally;
  const lines = [
    `${verdictOf(tally)}: ${alike} of ${decisionsOf(tally)} decisions follow from the rules before them`,
    ...first.map(differingLine),
    ...(differing > first.length ? [`  and ${differing - first.length} more that differ`] : []),
    ...undecided.map(undecidedLine),
    `The export is valid: ${verification.entries} entries, the last with the hash ${verification.lastHash}`,
    `Signed by ${KEY_SOURCES[source]}:`,
    `  ${verification.key}`,
  ];
  return lines.map((line) => `${plainLine(line)}\n`).join('');
}

const differingLine = ({ seq, field, recorded, follows }: Tally['first'][number]): string =>
  `  entry ${seq} differs: ${field} was recorded as ${JSON.stringify(recorded)}; ${JSON.stringify(follows)} follows`;

const REASONS: Readonly<Record<AuditUndecidedReason, (of: string) => string>> = {
  LACKS_FACT: (of) => `the entry lacks ${of}: an older version wrote it`,
  UNKNOWN_VALUE: (of) => `the ${of} of the entry is none that this version knows`,
  OTHER_EDITION: () => 'a version with other tables decided',
  NO_SETTING: (of) => `no entry before it tells the setting ${of}`,
  UNREADABLE_RULE: (of) => `a rule before it, of the kind ${of}, has a form that this version does not know`,
};

const undecidedLine = ({ reason, of, count, firstSeq }: Tally['undecided'][number]): string =>
  `  not decided: ${count}, the first of them entry ${firstSeq}: ${REASONS[reason](of)}`;

export function reportJson(tally: Tally, { verification, source }: Checked): string {
  const { entries, lastHash, key } = verification;
  return `${JSON.stringify({ verdict: verdictOf(tally), ...tally, entries, lastHash, key, keySource: source })}\n`;
}
