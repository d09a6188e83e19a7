// SPDX-License-Identifier: Apache-2.0
/** One subject of the settings. */
import { type ReactNode, useId } from 'react';

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="flex max-w-2xl flex-col gap-4">
      <h2 id={titleId} className="border-b border-line pb-2 font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}
