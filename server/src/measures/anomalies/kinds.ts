// SPDX-License-Identifier: Apache-2.0
/** The kinds of anomalies: their severity and their text. The numbers of a message are its parameters. */
import type { AnomalyKind, AnomalySeverity } from '@svc/contract';

/** Values of a message, by name. `agent` is the agent's name at that time. */
export type MessageParams = Readonly<Record<string, string | number | null>>;

interface Kind {
  severity: AnomalySeverity;
  /** The English text, for readers that do not know the code. */
  message(params: MessageParams): string;
}

const KINDS: Readonly<Record<AnomalyKind, Kind>> = {
  VOLUME_SPIKE: {
    severity: 'HIGH',
    message: ({ agent, records, usualRecords }) =>
      `The agent "${agent}" affected ${number(records)} records in the last hour, more than 5 times as many as in ` +
      `99 of 100 of its active hours in the 14 days before (at most ${number(usualRecords)}).`,
  },
  RATE_SPIKE: {
    severity: 'MEDIUM',
    message: ({ agent, events, usualEvents }) =>
      `The agent "${agent}" asked for ${number(events)} actions in the last hour, more than 5 times as many as in ` +
      `99 of 100 of its active hours in the 14 days before (at most ${number(usualEvents)}).`,
  },
  NEW_ACTION: {
    severity: 'MEDIUM',
    message: ({ agent, action, others }) =>
      `The agent "${agent}" asked for ${action} in the last hour, which it never had before${andOthers(others)}.`,
  },
  NEW_EXTERNAL_DEST: {
    severity: 'HIGH',
    message: ({ agent, resource, destination, eventsBefore, others }) =>
      `The agent "${agent}" used "${resource}" towards ${destination} in the last hour, where none of the ` +
      `${number(eventsBefore)} actions on it before had gone${andOthers(others)}.`,
  },
};

export const severityOf = (kind: AnomalyKind): AnomalySeverity => KINDS[kind].severity;
export const messageOf = (kind: AnomalyKind, params: MessageParams): string => KINDS[kind].message(params);
export const messageCodeOf = (kind: AnomalyKind): string => `anomaly.${kind.toLowerCase()}`;

const number = (value: string | number | null | undefined): string => Number(value ?? 0).toLocaleString('en');

/** Other first times of the same kind in the same scan. */
const andOthers = (others: string | number | null | undefined): string =>
  Number(others ?? 0) === 0 ? '' : ` (and ${number(others)} more of the kind)`;
