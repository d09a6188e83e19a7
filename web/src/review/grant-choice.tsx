// SPDX-License-Identifier: Apache-2.0
/**
 * With an approval, the same may be let through for a time. It says exactly what, and how much of the last days that
 * would have answered. The first approver of several asks for it, and the others see it.
 */
import type { EventItem, GrantOutlook, Review } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { readOf } from '../api/reading.ts';
import { useGrantSentence } from '../decision/grant-sentence.ts';
import { grantWords } from '../decision/grant-words.ts';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { ChoiceField, TextField } from '../ui/field.tsx';
import { useNow } from '../ui/timestamp.tsx';
import { ANEW_EVERY_MS, type GrantDraft, MS_PER_HOUR } from './grant-draft.ts';

const HOURS = [1, 2, 4, 8, 12, 24, 48, 72, 168];
const USES = [1, 5, 10, 50, 100, 1_000];

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
