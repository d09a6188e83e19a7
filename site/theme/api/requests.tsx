// SPDX-License-Identifier: Apache-2.0
/** One request in three languages. The chosen language holds for all requests of the page. */
import { Children, type KeyboardEvent, type ReactNode, useId, useRef, useSyncExternalStore } from 'react';
import { useWords } from '../words.ts';
import { shared } from './shared.ts';

const NAMES = ['curl', 'TypeScript', 'Python'] as const;
const chosenLanguage = shared(0);

/** @param children three blocks of code, in the order of NAMES */
export function Requests({ children }: { children: ReactNode }) {
  const { api } = useWords();
  const id = useId();
  const tabs = useRef<HTMLDivElement>(null);
  const chosen = useSyncExternalStore(chosenLanguage.follow, chosenLanguage.read, chosenLanguage.read);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (step === undefined) return;
    const next = (chosen + step + NAMES.length) % NAMES.length;
    chosenLanguage.write(next);
    tabs.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div className="svc-requests">
      <div ref={tabs} role="tablist" aria-label={api.languages} onKeyDown={onKeyDown}>
        {NAMES.map((name, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-controls={`${id}-${index}`}
            aria-selected={index === chosen}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => chosenLanguage.write(index)}
          >
            {name}
          </button>
        ))}
      </div>
      {Children.toArray(children)
        .filter((child) => typeof child !== 'string')
        .map((child, index) => (
          <div
            key={NAMES[index]}
            role="tabpanel"
            id={`${id}-${index}`}
            aria-labelledby={`${id}-tab-${index}`}
            hidden={index !== chosen}
          >
            {child}
          </div>
        ))}
    </div>
  );
}
