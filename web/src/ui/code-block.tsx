// SPDX-License-Identifier: Apache-2.0
/** A command or a file to copy: a named region, because it scrolls by itself. */
import { CopyIcon } from './copy.tsx';

interface CodeBlockProps {
  /** Names the region, and what is copied. */
  label: string;
  code: string;
}

export function CodeBlock({ label, code }: CodeBlockProps) {
  return (
    <div className="flex items-start rounded-m border border-line bg-sunken max-md:min-h-14">
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        tabIndex={0}
        className="min-w-0 grow overflow-x-auto rounded-m py-2.5 pr-2 pl-3.5 focus-visible:-outline-offset-2
          max-md:self-center"
      >
        <pre className="text-meta leading-4.5 text-ink-2 max-md:break-words max-md:whitespace-pre-wrap">{code}</pre>
      </section>
      <div className="shrink-0 p-1.5">
        <CopyIcon text={code} what={label} />
      </div>
    </div>
  );
}
