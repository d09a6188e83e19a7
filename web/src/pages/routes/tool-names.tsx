// SPDX-License-Identifier: Apache-2.0
/** Names of tools, which may be many: they scroll by themselves. */
export function ToolNames({ label, names }: { label: string; names: readonly string[] }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
      tabIndex={0}
      className="max-h-40 w-full overflow-y-auto rounded-m bg-sunken px-3 py-2 focus-visible:-outline-offset-2"
    >
      <ul className="flex flex-wrap gap-x-4 gap-y-0.5 font-mono text-meta">
        {names.map((name) => (
          <li key={name} className="break-all">
            {name}
          </li>
        ))}
      </ul>
    </section>
  );
}
