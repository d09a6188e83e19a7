// SPDX-License-Identifier: Apache-2.0
/**
 * The words of the agent about its act, as plain text, set apart from every sentence of ours. Its link shows the host,
 * is never fetched here, and gets no word of where it was opened.
 */
import type { ContextField, EventDetail } from '@svc/contract';
import { CONTEXT_FIELDS } from '@svc/contract/enums';
import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { lazy, type ReactNode, useState } from 'react';
import { PANEL_INSET, PANEL_LINK } from '../detail/panel.tsx';
import { useWords } from '../language/word-set.ts';
import { Can } from '../session/may.tsx';
import { DialogButton } from '../ui/dialog-button.tsx';
import { actWords } from './act-words.ts';

const EraseDialog = lazy(() => import('./erase-dialog.tsx').then((part) => ({ default: part.EraseDialog })));

/** @param canErase on the page of the event, and its panel */
export function AgentSays({ detail: { event, audit }, canErase = false }: { detail: EventDetail; canErase?: boolean }) {
  const words = useWords(actWords);
  const said = CONTEXT_FIELDS.filter((field) => event.context?.[field] !== undefined);
  const [erasedHere, setErasedHere] = useState<string | null>(null);
  const isErased = erasedHere === event.id || audit.some(({ kind }) => kind === 'event.context_erased');
  if (said.length === 0 && !isErased) return null;
  return (
    <section aria-label={words.says} className={`${PANEL_INSET} pb-4`}>
      <div className="max-w-4xl border-l-2 border-line-strong pl-3">
        <div className="mb-1 flex items-center justify-between gap-3">
          <p className="text-micro font-medium text-ink-3">{words.says}</p>
          {canErase && said.length > 0 && (
            <Can operation="eraseEventContext">
              <DialogButton
                variant="ghost"
                size="small"
                dialog={(close) => (
                  <EraseDialog
                    eventId={event.id}
                    fields={said}
                    onErased={() => setErasedHere(event.id)}
                    onClose={close}
                  />
                )}
              >
                {words.erase.action}
              </DialogButton>
            </Can>
          )}
        </div>
        {said.length > 0 && (
          <dl className="flex flex-col gap-1">
            {said.map((field) => (
              <div key={field} className="flex items-baseline gap-x-3 max-md:flex-col">
                <dt className="w-20 shrink-0 text-meta text-ink-3">{words.fields[field]}</dt>
                <dd className="min-w-0 font-mono wrap-anywhere text-ink-2">
                  <Said field={field} text={event.context?.[field] ?? ''} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        {isErased && <p className="text-meta text-ink-3">{said.length > 0 ? words.erasedPart : words.erased}</p>}
      </div>
    </section>
  );
}

function Said({ field, text }: { field: ContextField; text: string }): ReactNode {
  const words = useWords(actWords);
  if (field === 'session') {
    return (
      <Link to="/events" search={{ session: text }} title={words.allOfSession(text)} className={PANEL_LINK}>
        {text}
      </Link>
    );
  }
  const host = field === 'link' ? hostOf(text) : null;
  if (host === null) return text;
  return (
    <a
      href={text}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={text}
      className={`inline-flex items-center gap-1.5 ${PANEL_LINK}`}
    >
      {host}
      <ExternalLink aria-hidden className="size-3.5 shrink-0" />
      <span className="sr-only">({words.newTab})</span>
    </a>
  );
}

/** As the browser reads it, letters of other scripts spelled out; null where it leads to no https page. */
function hostOf(link: string): string | null {
  const url = URL.canParse(link) ? new URL(link) : null;
  return url?.protocol === 'https:' ? url.host : null;
}
