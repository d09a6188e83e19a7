/** One row of the table of pages. */
import type { Page } from 'playwright-core';

export type Locale = 'en-US' | 'pt-BR';

/** The events of the visited organization. */
export interface Places {
  waiting: string;
  blocked: string;
}

/** A person with a second factor, and one whose only organization was deleted. */
export const PROTECTED = 'protected@new.test';
export const ALONE = 'alone@new.test';

export interface Visit {
  name: string;
  title: Record<Locale, RegExp>;
  open(page: Page, at: Places): Promise<unknown>;
}

export function titled(english: string | RegExp, portuguese: string | RegExp): Visit['title'] {
  const exactly = (title: string | RegExp) => (typeof title === 'string' ? new RegExp(`^${title} · svc$`) : title);
  return { 'en-US': exactly(english), 'pt-BR': exactly(portuguese) };
}
