// SPDX-License-Identifier: Apache-2.0
/** Keys and what they do, at the foot of a list. Readers of the screen have them in the list of all shortcuts. */
import { Key } from './tag.tsx';

export function KeyHints({ hints }: { hints: readonly { keys: readonly string[]; does: string }[] }) {
  return (
    <p aria-hidden className="flex items-center gap-3 max-md:hidden">
      {hints.map(({ keys, does }) => (
        <span key={does} className="flex items-center gap-1.5 whitespace-nowrap">
          {keys.map((key) => (
            <Key key={key}>{key}</Key>
          ))}
          {does}
        </span>
      ))}
    </p>
  );
}
