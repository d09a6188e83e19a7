// SPDX-License-Identifier: Apache-2.0
/** The beginning of a new integration: what is connected, as tiles; a ticket system is chosen among those known. */
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx';
import { type FormKind, type IntegrationFormValues, newValues } from './integration-values.ts';
import { isWritten, TICKET_SYSTEMS, TICKET_VALUES, type TicketSystem } from './ticket-systems.ts';
import { integrationsWords } from './words.ts';

export interface Start {
  values: IntegrationFormValues;
  /** null: no ticket system */
  system: TicketSystem | null;
}

const KINDS = [
  'SLACK',
  'TEAMS',
  'INCOMING_WEBHOOK',
  'TICKET',
  'PAGERDUTY',
  'HTTP',
] as const satisfies readonly FormKind[];

export function StartDialog({ onStart, onClose }: { onStart(start: Start): void; onClose(): void }) {
  const { ui } = useLanguage().messages;
  const words = useWords(integrationsWords);
  const [isTicket, setTicket] = useState(false);
  const tiles = isTicket
    ? TICKET_SYSTEMS.map((system) => ({
        id: system,
        name: words.systems[system],
        text: words.systemTexts[system],
        onChoose: () =>
          isWritten(system)
            ? onStart({ values: ticketValues(system, words.systems[system]), system })
            : onStart({ values: { ...newValues(system), name: words.systems[system] }, system: null }),
      }))
    : KINDS.map((kind) => ({
        id: kind,
        name: kind === 'HTTP' || kind === 'TICKET' ? words.kinds[kind] : words.providers[kind],
        text: words.kindTexts[kind],
        onChoose: () => (kind === 'TICKET' ? setTicket(true) : onStart({ values: newValues(kind), system: null })),
      }));
  return (
    <Dialog title={words.addTitle} lead={isTicket ? words.systemLead : words.startLead} width="wide" onClose={onClose}>
      <DialogBody>
        {/* The second choice takes the place of the first, and the focus with it. */}
        <ul key={String(isTicket)} className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
          {tiles.map(({ id, name, text, onChoose }, index) => (
            <li key={id}>
              <button
                type="button"
                ref={isTicket && index === 0 ? takeFocus : undefined}
                onClick={onChoose}
                className="flex h-full w-full items-start gap-2 rounded-l border border-line-strong p-4 text-left
                  transition-colors hover:border-edge hover:bg-hover"
              >
                <span className="min-w-0 grow">
                  <span className="block font-semibold">{name}</span>
                  <span className="mt-0.5 block text-meta text-ink-3">{text}</span>
                </span>
                <ChevronRight aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
              </button>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFoot>
        {isTicket ? (
          <Button onClick={() => setTicket(false)}>{words.back}</Button>
        ) : (
          <Button onClick={onClose}>{ui.cancel}</Button>
        )}
      </DialogFoot>
    </Dialog>
  );
}

/** A system of a known name is called so, unless the person says otherwise. */
const ticketValues = (system: TicketSystem, name: string): IntegrationFormValues => ({
  ...newValues('TICKET'),
  ...TICKET_VALUES[system],
  ...(system !== 'OTHER' && { name }),
});

const takeFocus = (button: HTMLButtonElement | null): void => button?.focus();
