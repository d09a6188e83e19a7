// SPDX-License-Identifier: Apache-2.0
/** Texts that a person copies elsewhere, each under its name. */
import { CopyIcon } from '../../ui/copy.tsx';

export function Copied({ items }: { items: readonly { name: string; text: string }[] }) {
  return (
    <dl className="flex w-full flex-col gap-2">
      {items.map(({ name, text }) => (
        <div key={name}>
          <dt className="text-meta text-ink-2">{name}</dt>
          <dd className="flex items-center gap-1">
            <code className="min-w-0 font-mono text-meta break-all">{text}</code>
            <CopyIcon text={text} what={name} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
