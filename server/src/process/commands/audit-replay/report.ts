// SPDX-License-Identifier: Apache-2.0
/** The outcome of `svc-server audit replay`, for people and for programs. */
import { type Checked, KEY_SOURCES } from '../audit-file.ts';
import { plainLine } from '../plain-line.ts';
import type { Differing, Tally, UndecidedCount } from './tally.ts';

export const VERDICTS = { alike: 'ALIKE', differs: 'DIFFERS', undecided: 'UNDECIDED' } as const;
export type Verdict = (typeof VERDICTS)[keyof typeof VERDICTS];

export function verdictOf({ differing, undecided }: Tally): Verdict {
  if (differing > 0) return VERDICTS.differs;
  return undecided.length > 0 ? VERDICTS.undecided : VERDICTS.alike;
}

export function reportText(tally: Tally, { verification, source }: Checked): string {
  const { alike, differing, first, undecided } = tally;
  const left = undecided.reduce((sum, { count }) => sum + count, 0);
  const lines = [
    `${verdictOf(tally)}: ${alike} of ${alike + differing + left} decisions follow from the rules before them`,
    ...first.map(differingLine),
    ...(differing > first.length ? [`  and ${differing - first.length} more that differ`] : []),
    ...undecided.map(undecidedLine),
    `The export is valid: ${verification.entries} entries, the last with the hash ${verification.lastHash}`,
    `Signed by ${KEY_SOURCES[source]}:`,
    `  ${verification.key}`,
  ];
  return lines.map((line) => `${plainLine(line)}\n`).join('');
}

const differingLine = ({ seq, field, recorded, follows }: Differing): string =>
  `  entry ${seq} differs: ${field} was recorded as ${JSON.stringify(recorded)}; ${JSON.stringify(follows)} follows`;

const REASONS: Readonly<Record<UndecidedCount['reason'], (of: string) => string>> = {
  LACKS_FACT: (of) => `the entry lacks ${of}: an older version wrote it`,
  UNKNOWN_VALUE: (of) => `the ${of} of the entry is none that this version knows`,
  OTHER_EDITION: () => 'a version with other tables decided',
  NO_SETTING: (of) => `no entry before it tells the setting ${of}`,
  UNREADABLE_RULE: (of) => `a rule before it, of the kind ${of}, has a form that this version does not know`,
};

const undecidedLine = ({ reason, of, count, firstSeq }: UndecidedCount): string =>
  `  not decided: ${count}, the first of them entry ${firstSeq}: ${REASONS[reason](of)}`;

export function reportJson(tally: Tally, { verification, source }: Checked): string {
  const { entries, lastHash, key } = verification;
  return `${JSON.stringify({ verdict: verdictOf(tally), ...tally, entries, lastHash, key, keySource: source })}\n`;
}
