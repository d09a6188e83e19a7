// SPDX-License-Identifier: Apache-2.0
/** One subject of a page of settings: what it is on the left, what can be done on the right. */
import { type ReactNode, useId } from 'react';

interface SettingsSectionProps {
  title: string;
  hint?: ReactNode;
  children: ReactNode;
}

export function SettingsSection({ title, hint, children }: SettingsSectionProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="grid gap-x-10 gap-y-3 border-b border-line px-6 py-6 max-md:px-4 lg:grid-cols-[17rem_minmax(0,32rem)]"
    >
      <div>
        <h2 id={titleId} className="font-semibold">
          {title}
        </h2>
        {hint !== undefined && <p className="mt-0.5 text-ink-2">{hint}</p>}
      </div>
      <div className="flex min-w-0 flex-col items-start gap-3">{children}</div>
    </section>
  );
}

/** Things of a section, one below the other, each with what can be done to it on the right. */
export function SettingsList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="w-full rounded-m border border-line">
      {children}
    </ul>
  );
}

interface SettingsItemProps {
  name: ReactNode;
  text: ReactNode;
  act?: ReactNode;
}

export function SettingsItem({ name, text, act }: SettingsItemProps) {
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 border-line px-3 py-2 not-last:border-b">
      <div className="min-w-0 grow basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium">{name}</p>
        <p className="text-meta text-ink-3">{text}</p>
      </div>
      {act !== undefined && <div className="flex flex-wrap justify-end gap-2">{act}</div>}
    </li>
  );
}
