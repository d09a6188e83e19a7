// SPDX-License-Identifier: Apache-2.0
/** The grant that a person is about to ask for with an approval. */
import type { GrantRequest } from '@svc/contract';
import { useState } from 'react';
import { useNow } from '../ui/timestamp.tsx';

export const MS_PER_HOUR = 3_600_000;
export const ANEW_EVERY_MS = 30_000;

interface Draft {
  isOn: boolean;
  hours: number;
  uses: string;
  /** As entered; null: the number of the act. */
  records: string | null;
}

export interface GrantDraft {
  draft: Draft;
  change(draft: Partial<Draft>): void;
  /** Set by the choice, which knows the bounds; null for none. */
  request: GrantRequest | null;
  isFaulty: boolean;
  bound(max: number): void;
}

const NONE: Draft = { isOn: false, hours: 1, uses: '', records: null };

export function useGrantDraft(): GrantDraft {
  const [draft, setDraft] = useState(NONE);
  const [max, bound] = useState(0);
  const nowMs = useNow(ANEW_EVERY_MS);
  const isFaulty = draft.isOn && !isRecords(draft.records ?? String(max), max);
  return {
    draft,
    change: (part) => setDraft((before) => ({ ...before, ...part })),
    request: draft.isOn && !isFaulty ? requestOf(draft, max, nowMs) : null,
    isFaulty,
    bound,
  };
}

const isRecords = (text: string, max: number): boolean => /^\d{1,9}$/.test(text.trim()) && Number(text) <= max;

/** Whole minutes: the end of a grant does not move while it is looked at. */
function requestOf({ hours, uses, records }: Draft, max: number, nowMs: number): GrantRequest {
  const untilMs = Math.floor(nowMs / 60_000) * 60_000 + hours * MS_PER_HOUR;
  return {
    until: new Date(untilMs).toISOString(),
    recordsAffectedMax: records === null ? max : Number(records),
    ...(uses !== '' && { usesMax: Number(uses) }),
  };
}
