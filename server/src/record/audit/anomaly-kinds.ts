// SPDX-License-Identifier: Apache-2.0
/** The metadata of audit entries about anomalies. */
import type { AuditKind } from './audit-kind.ts';

export const ANOMALY_KINDS: Readonly<Record<string, AuditKind>> = {
  'anomaly.opened': {
    meaning:
      'A scan found something unusual about an agent. `messageParams` are the names and numbers of its message. The ' +
      'actor is the person who had the scan run, else the system.',
    fields: ['agentId', 'anomalyKind', 'messageParams', 'severity'],
  },
  'anomaly.closed': {
    meaning: 'A person closed an anomaly.',
    fields: ['agentId', 'anomalyKind', 'noteCommitment', 'role'],
  },
  'anomaly.note_erased': {
    meaning: 'The note of an anomaly was erased; the commitment of the entry before stays and can no longer be opened.',
    fields: ['role'],
  },
};
