/** Every address of the service that the app calls. Nothing else writes one out. */
import type { EventListQuery, ReviewListQuery } from '@svc/contract';

export const apiPath = {
  login: () => '/auth/login',
  refresh: () => '/auth/refresh',
  logout: () => '/auth/logout',
  me: () => '/me',
  reviews: (query: ReviewListQuery) => `/reviews${searchOf(query)}`,
  approve: (eventId: string) => `/reviews/${encodeURIComponent(eventId)}/approve`,
  deny: (eventId: string) => `/reviews/${encodeURIComponent(eventId)}/deny`,
  events: (query: EventListQuery) => `/events${searchOf(query)}`,
  event: (eventId: string) => `/events/${encodeURIComponent(eventId)}`,
} as const;

function searchOf(query: Readonly<Record<string, string | undefined>>): string {
  const set = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') set.set(name, value);
  }
  const text = set.toString();
  return text === '' ? '' : `?${text}`;
}
