// SPDX-License-Identifier: Apache-2.0
/** Parts beside one another. */
import type { ReactNode } from 'react';

export function Group({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3 py-1.5">{children}</div>;
}
