// SPDX-License-Identifier: Apache-2.0
/** The cells of an event in its list. */
import type { EventItem } from '@svc/contract';
import { ActOfRow } from '../../decision/act-state.tsx';
import { Risk } from '../../decision/risk.tsx';
import { RowAct } from '../../decision/sentence.tsx';
import { Verdict } from '../../decision/verdict.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { eventsWords } from './words.ts';

export function useDecidedBy(): (event: EventItem) => string {
  const words = useWords(eventsWords);
  return (event) => {
    const { by } = event.cause;
    if (by === 'PAUSED') return words.byPause;
    if (by === 'TOOL') return words.byTool;
    if (by === 'BUDGET' && event.budget !== null) return event.budget.name;
    return by === 'PERMISSION' ? words.byPermission : (event.policy?.name ?? words.byRisk);
  };
}

export const VerdictOf = (event: EventItem) => <Verdict event={event} />;
export const ActStateOf = (event: EventItem) => (
  <ActOfRow event={event} none={<span className="text-ink-3 max-md:hidden">–</span>} />
);
export const RiskOf = (event: EventItem) => <Risk level={event.riskLevel} score={event.riskScore} />;
export const ActOf = (event: EventItem) => (
  <span className="text-ink-2">
    <RowAct event={event} />
  </span>
);
export const WhereOf = (event: EventItem) => <Where event={event} />;
export const DeciderOf = (event: EventItem) => <DecidedBy event={event} />;

/** Destinations outside the organization stand out from those inside. */
function Where({ event: { destination } }: { event: EventItem }) {
  const { words } = useLanguage().messages;
  const isOutside = destination !== null && destination !== 'INTERNAL';
  return (
    <span className={isOutside ? '' : 'text-ink-3'}>
      {destination === null ? '–' : words.destinations[destination]}
    </span>
  );
}

function DecidedBy({ event }: { event: EventItem }) {
  return (
    <span className={event.policy === null && event.budget === null ? 'text-ink-3' : ''}>{useDecidedBy()(event)}</span>
  );
}
