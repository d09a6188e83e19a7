/** One row of the table of pages. */
import type { Page } from 'playwright-core';

export type Locale = 'en-US' | 'pt-BR';

/** The events of the visited organization. */
export interface Places {
  waiting: string;
  blocked: string;
}

export interface Visit {
  name: string;
  title: Record<Locale, RegExp>;
  open(page: Page, at: Places): Promise<unknown>;
}

export function titled(english: string | RegExp, portuguese: string | RegExp): Visit['title'] {
  const exactly = (title: string | RegExp) => (typeof title === 'string' ? new RegExp(`^${title} · svc$`) : title);
  return { 'en-US': exactly(english), 'pt-BR': exactly(portuguese) };
}
