// SPDX-License-Identifier: Apache-2.0
/** One line of what the agent says, for a row: the purpose, else the destination. */
import type { EventItem } from '@svc/contract';

export function SaidInRow({ event: { context } }: { event: EventItem }) {
  const text = context?.purpose ?? context?.destinationName;
  if (text === undefined) return null;
  return <span className="truncate border-l-2 border-line-strong pl-2 font-mono text-meta text-ink-3">{text}</span>;
}
