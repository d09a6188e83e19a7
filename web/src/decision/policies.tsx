// SPDX-License-Identifier: Apache-2.0
/** The policies that were looked at: the one that decided with its conditions, and where each of the others fails. */
import type { EventDetail, EventItem, PolicyTraceItem } from '@svc/contract';
import { Link } from '@tanstack/react-router';
import { Check, Minus } from 'lucide-react';
import { Fold } from '../detail/fold.tsx';
import { PANEL_LINK } from '../detail/panel.tsx';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { Tag } from '../ui/tag.tsx';
import { type ConditionText, conditionText, isTelling, type TracedField } from './conditions.ts';
import { OutcomeGlyph } from './glyph.tsx';
import { whyWords } from './why-words.ts';

const GLYPHS = { ALLOW: 'allowed', REVIEW: 'waiting', BLOCK: 'blocked' } as const;

/** The policy that decided, with every condition and the value that met it; then the others, folded. */
export function Policies({ event, why: explained }: { event: EventItem; why: EventDetail['why'] }) {
  const why = useWords(whyWords);
  const { format } = useLanguage();
  const { policies, policiesTotal } = explained;
  const matched = policies.filter((policy) => policy.matched);
  const others = policies.filter((policy) => !policy.matched);
  if (policiesTotal === 0) return <p className="text-ink-3">{why.noPolicy}</p>;
  return (
    <div className="flex flex-col gap-3">
      {matched.length === 0 && (
        <div>
          <p>{why.policies(format.number(policiesTotal), 0)}</p>
          <Nearest event={event} policies={policies} />
        </div>
      )}
      {matched.map((policy) => (
        <div key={policy.id}>
          <PolicyName policy={policy} />
          <Conditions event={event} policy={policy} />
        </div>
      ))}
      {others.length > 0 && (
        <Fold summary={why.others(others.length)}>
          <ul className="mt-2 flex flex-col gap-3">
            {others.map((policy) => (
              <li key={policy.id}>
                <PolicyName policy={policy} />
                <Conditions event={event} policy={policy} />
              </li>
            ))}
          </ul>
        </Fold>
      )}
      {policiesTotal > policies.length && (
        <p className="text-meta text-ink-3">{why.shownOf(policies.length, format.number(policiesTotal))}</p>
      )}
    </div>
  );
}

/** The policy by its name, which leads to it. */
export function PolicyLink({ policy: { id, name } }: { policy: { id: string; name: string } }) {
  return (
    <Link to="/policies/$id" params={{ id }} className={`font-medium text-ink ${PANEL_LINK}`}>
      {name}
    </Link>
  );
}

function PolicyName({ policy }: { policy: PolicyTraceItem }) {
  const why = useWords(whyWords);
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <OutcomeGlyph outcome={GLYPHS[policy.decision]} />
      <PolicyLink policy={policy} />
      <span className="text-ink-3">{why.policyDecisions[policy.decision]}</span>
      {policy.mode === 'MONITOR' && <Tag>{why.monitorMode}</Tag>}
    </p>
  );
}

function Conditions({ event, policy }: { event: EventItem; policy: PolicyTraceItem }) {
  const why = useWords(whyWords);
  return (
    <>
      <ul className="mt-1 flex flex-col">
        {policy.fields.filter(isTelling).map((field) => (
          <Condition key={field.path} event={event} field={field} />
        ))}
      </ul>
      {policy.isTruncated && <p className="text-meta text-ink-3">{why.truncated}</p>}
    </>
  );
}

/** Conditions of a group stand under it. */
const depthOf = ({ path }: TracedField): number => path.match(/\[/g)?.length ?? 0;
const INDENTS = ['', 'pl-4', 'pl-8', 'pl-12'] as const;

function Condition({ event, field }: { event: EventItem; field: TracedField }) {
  const why = useWords(whyWords);
  const { asked, actual, isName } = useConditionText()(field, event);
  const Icon = field.matched ? Check : Minus;
  return (
    <li className={`flex items-baseline gap-2 py-0.5 ${INDENTS[Math.min(depthOf(field), 3)]}`}>
      <Icon aria-hidden className="size-3.5 shrink-0 self-center text-ink-3" />
      <span className="sr-only">{field.matched ? why.matched : why.notMatched}:</span>
      <span className="min-w-0 grow text-ink-2">{asked}</span>
      <span className={`min-w-0 text-right ${isName ? 'font-mono' : ''}`}>{actual}</span>
    </li>
  );
}

function useConditionText(): (field: TracedField, event: EventItem) => ConditionText {
  const { messages, format } = useLanguage();
  const why = useWords(whyWords);
  return (field, event) => conditionText(field, event, { words: messages.words, why, format });
}

/** The place where the closest policy fails, for a person who expected it to match. */
function Nearest({ event, policies }: { event: EventItem; policies: readonly PolicyTraceItem[] }) {
  const why = useWords(whyWords);
  const textOf = useConditionText();
  const nearest = nearestOf(policies);
  if (nearest === null) return null;
  const { asked, actual } = textOf(nearest.fails, event);
  return (
    <p className="text-ink-2">
      {why.nearest} <PolicyLink policy={nearest.policy} />. {why.failsAt} {asked}; {why.thisCall(actual)}.
    </p>
  );
}

/** The policy that came closest: the one with the fewest conditions that the call did not meet. */
function nearestOf(policies: readonly PolicyTraceItem[]): { policy: PolicyTraceItem; fails: TracedField } | null {
  let best: { policy: PolicyTraceItem; fails: TracedField; misses: number } | null = null;
  for (const policy of policies) {
    const missed = policy.fields.filter(({ matched }) => !matched);
    const [fails] = missed;
    if (policy.matched || fails === undefined) continue;
    if (best === null || missed.length < best.misses) best = { policy, fails, misses: missed.length };
  }
  return best;
}
