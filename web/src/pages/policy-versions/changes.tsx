// SPDX-License-Identifier: Apache-2.0
/** The fields of a policy that a version changed, as lines taken away and lines added. */
import type { PolicyVersionChange } from '@svc/contract';
import { useWords } from '../../language/word-set.ts';
import { versionsWords } from './words.ts';

export function Changes({ change: { fields } }: { change: PolicyVersionChange }) {
  const words = useWords(versionsWords);
  if (fields.length === 0) return null;
  return (
    <dl className="rounded-m border border-line bg-sunken py-1 font-mono text-meta">
      {fields.map(({ field, before, after }) => (
        <div key={field} className="grid gap-x-3 px-3 py-1 md:grid-cols-2">
          <dt className="break-words text-ink-3">{field}</dt>
          <dd className="min-w-0">
            {before !== null && <Line sign="−" said={words.before} value={before} variant="text-ink-3 line-through " />}
            {after !== null && <Line sign="+" said={words.after} value={after} variant="text-ink" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Hue is left to decisions: a sign and a line through the text say it, and a word for readers of the screen. */
function Line({ sign, said, value, variant }: { sign: string; said: string; value: unknown; variant: string }) {
  return (
    <p className="flex gap-2">
      <span aria-hidden className="text-ink-3 select-none">
        {sign}
      </span>
      <span className="sr-only">{said}:</span>
      <span className={`min-w-0 wrap-anywhere whitespace-pre-wrap ${variant}`}>{shown(value)}</span>
    </p>
  );
}

function shown(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return `[${value.join(', ')}]`;
  return JSON.stringify(value);
}
