// SPDX-License-Identifier: Apache-2.0
/** Sentences, one below the other, that belong together. */
export function PlainList({ items }: { items: readonly string[] }) {
  return (
    <ul className="flex list-disc flex-col gap-1 pl-4 text-ink-2 marker:text-ink-3">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
