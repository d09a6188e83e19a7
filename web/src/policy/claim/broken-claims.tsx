// SPDX-License-Identifier: Apache-2.0
/** A change of policies that enforced guardrails refused: which guardrails, and the request that would break each. */
import type { BrokenClaim } from '@svc/contract';
import { Link } from '@tanstack/react-router';
import { OctagonAlert } from 'lucide-react';
import { PANEL_LINK } from '../../detail/panel.tsx';
import { useWords } from '../../language/word-set.ts';
import { Witness } from './witness.tsx';
import { claimWords } from './words.ts';

/** The others are named. */
const SHOWN_MAX = 3;

/** @param claims empty: whether any is broken could not be proved in time */
export default function BrokenClaims({ claims }: { claims: readonly BrokenClaim[] }) {
  const { broken: words } = useWords(claimWords);
  const rest = claims.slice(SHOWN_MAX);
  const told = claims.length === 1 ? words.title : words.titleMany(claims.length);
  return (
    <div role="alert" className="overflow-hidden rounded-m border border-block-fill">
      <div className="flex items-start gap-2.5 bg-block-soft px-3 py-2 text-block-ink">
        <OctagonAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <div>
          <p className="font-medium">{claims.length === 0 ? words.unknown : told}</p>
          {claims.length === 0 && <p className="text-ink-2">{words.unknownRemedy}</p>}
        </div>
      </div>
      <ul className="divide-y divide-line">
        {claims.slice(0, SHOWN_MAX).map(({ id, name, of, witness }) => (
          <li key={id} className="flex flex-col gap-2 px-3 py-3">
            <ClaimLink id={id} name={name} />
            <Witness witness={witness} of={of} isProposed />
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <ul className="border-t border-line px-3 py-2">
          {rest.map(({ id, name }) => (
            <li key={id} className="flex min-h-7">
              <ClaimLink id={id} name={name} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** In a tab of its own: what was refused is not lost by looking. */
function ClaimLink({ id, name }: { id: string; name: string }) {
  return (
    <Link
      to="/guardrails/$id"
      params={{ id }}
      target="_blank"
      rel="noreferrer"
      className={`self-start font-medium break-words ${PANEL_LINK}`}
    >
      {name}
    </Link>
  );
}
