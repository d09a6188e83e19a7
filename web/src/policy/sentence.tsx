// SPDX-License-Identifier: Apache-2.0
/** A policy told in the language of the page, by the same function that the service tells it with. */
import type { PolicySpec } from '@svc/contract';
import { policyParts } from '@svc/core/plain-words';
import { useLanguage } from '../language/index.tsx';

interface PolicySentenceProps {
  policy: PolicySpec;
  /** By their ids, in lower case. */
  agentNames: ReadonlyMap<string, string>;
}

const OUTCOMES = { ALLOW: 'text-allow-ink', REVIEW: 'text-review-ink', BLOCK: 'text-block-ink' } as const;

/** For a heading: the parts that matter are set off, and the outcome has its hue. */
export function PolicySentence({ policy, agentNames }: PolicySentenceProps) {
  const { language } = useLanguage();
  const parts = policyParts(policy, { language, agentNames: (id) => agentNames.get(id.toLowerCase()) });
  const last = parts.findLastIndex((part) => typeof part !== 'string');
  const hue = policy.mode === 'MONITOR' ? 'text-monitor-ink' : OUTCOMES[policy.decision];
  return parts.map((part, index) => {
    const key = `${index}`;
    if (typeof part === 'string') return <span key={key}>{part}</span>;
    return (
      <b key={key} className={`font-semibold ${index === last ? hue : 'text-ink'}`}>
        {part.strong}
      </b>
    );
  });
}
