// SPDX-License-Identifier: Apache-2.0
/** A list with nothing in it: what would be here, how to fill it, one thing to do, and one command. */
import type { ReactNode } from 'react';
import type { Help } from '../help/index.ts';
import { CodeBlock } from './code-block.tsx';
import { HelpLink } from './help-link.tsx';

interface EmptyStateProps {
  title: string;
  text: string;
  children?: ReactNode;
  /** The guide of what would be here. */
  help?: Help;
  /** Does the same from a terminal. */
  command?: { label: string; code: string };
}

export function EmptyState({ title, text, children, help, command }: EmptyStateProps) {
  return (
    <div className="m-6 max-w-xl rounded-l border border-dashed border-line-strong p-4 max-md:mx-4">
      <h2 className="font-semibold">{title}</h2>
      <p className="mt-0.5 text-meta text-ink-3">
        {text} {help !== undefined && <HelpLink topic={help} />}
      </p>
      {children !== undefined && <div className="mt-3 flex flex-wrap items-center gap-3">{children}</div>}
      {command !== undefined && (
        <div className="mt-4">
          <p className="mb-1 text-meta text-ink-3">{command.label}</p>
          <CodeBlock label={command.label} code={command.code} />
        </div>
      )}
    </div>
  );
}
