// SPDX-License-Identifier: Apache-2.0
/**
 * With an approval, the same may be let through for a time. It says exactly what, and how much of the last days that
 * would have answered. The first approver of several asks for it, and the others see it.
 */
import type { EventItem, GrantOutlook, GrantRequest, Review } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readOf } from '../api/reading.ts';
import { useGrantSentence } from '../decision/grant-sentence.ts';
import { grantWords } from '../decision/grant-words.ts';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { ChoiceField, TextField } from '../ui/field.tsx';
import { useNow } from '../ui/timestamp.tsx';

const HOURS = [1, 2, 4, 8, 12, 24, 48, 72, 168];
const USES = [1, 5, 10, 50, 100, 1_000];
const MS_PER_HOUR = 3_600_000;
const ANEW_EVERY_MS = 30_000;

interface Draft {
  isOn: boolean;
  hours: number;
  uses: string;
  /** As entered; null: the number of the act. */
  records: string | null;
}

interface GrantDraft {
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

interface GrantChoiceProps {
  event: EventItem;
  review: Review;
  draft: GrantDraft;
}

export function GrantChoice(props: GrantChoiceProps) {
  const { event, review } = props;
  const { data } = useQuery(readOf('readGrantOutlook', { params: { eventId: event.id } }));
  const words = useWords(grantWords);
  const sentence = useGrantSentence();
  if (data === undefined) return null;
  const { grant, given } = review.approvals;
  if (grant !== null) {
    return (
      <p>
        <span className="font-medium">{words.asked}</span> {sentence({ ...boundsOf(event, data), ...grant })}
      </p>
    );
  }
  // Only the first of several asks for one.
  if (given > 0) return null;
  const { hindrance, guardrail } = data;
  if (hindrance !== null) {
    const text = guardrail === null ? words.hindrances[hindrance] : words.guardrail(guardrail);
    return <p className="text-meta text-ink-3">{text}</p>;
  }
  return <Choice {...props} outlook={data} />;
}

const boundsOf = (event: EventItem, { call }: GrantOutlook) => ({
  agent: event.agent.name,
  resource: event.resource.name,
  action: event.action,
  destination: event.destination,
  dlpTypes: event.dlpFindings,
  call,
});

function Choice({ event, draft: grant, outlook }: GrantChoiceProps & { outlook: GrantOutlook }) {
  const { format } = useLanguage();
  const words = useWords(grantWords);
  const sentence = useGrantSentence();
  const nowMs = useNow(ANEW_EVERY_MS);
  const { draft, change, request, isFaulty, bound } = grant;
  const { recordsAffectedMax, untilMax, alike } = outlook;
  const max = recordsAffectedMax ?? 0;
  const hoursMax = untilMax === null ? 0 : Math.round((Date.parse(untilMax) - nowMs) / MS_PER_HOUR);
  const hours = HOURS.filter((count) => count <= hoursMax);
  const turn = (isOn: boolean) => {
    bound(max);
    change({ isOn });
  };
  return (
    <div className="flex flex-col gap-2">
      <label className="flex items-center gap-1.5 max-md:min-h-11">
        <input
          type="checkbox"
          className="size-4 accent-solid"
          checked={draft.isOn}
          onChange={({ target }) => turn(target.checked)}
        />
        {words.choice}
      </label>
      {draft.isOn && (
        <>
          <div className="grid grid-cols-1 gap-2 sm:grid-cols-3">
            <ChoiceField
              label={words.until}
              value={String(draft.hours)}
              choices={hours.map((count) => ({ value: String(count), name: words.inHours(count) }))}
              onChange={({ target }) => change({ hours: Number(target.value) })}
            />
            <ChoiceField
              label={words.uses}
              value={draft.uses}
              choices={[
                { value: '', name: words.anyTimes },
                ...USES.map((count) => ({ value: String(count), name: words.times(count) })),
              ]}
              onChange={({ target }) => change({ uses: target.value })}
            />
            <TextField
              label={words.records}
              inputMode="numeric"
              value={draft.records ?? String(max)}
              onChange={({ target }) => change({ records: target.value })}
              {...(isFaulty && { error: words.badRecords(format.number(max)) })}
            />
          </div>
          {request !== null && (
            <p>
              {sentence({
                ...boundsOf(event, outlook),
                until: request.until,
                usesMax: request.usesMax ?? null,
                recordsAffectedMax: request.recordsAffectedMax ?? max,
              })}{' '}
              <span className="text-ink-2">{words.alike(format.number(alike), alike === 1)}</span>
            </p>
          )}
        </>
      )}
    </div>
  );
}
