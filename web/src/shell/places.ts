/** The places of the app, in the order of the sidebar. A new page is one line here. */
import type { LucideIcon } from 'lucide-react';
import { Activity, BookCheck, Inbox, Network, ScrollText, Webhook } from 'lucide-react';
import type { Messages } from '../language/en.ts';

export interface Place {
  name: keyof Messages['shell']['places'];
  to: '/reviews' | '/events' | '/gateway-calls' | '/anomalies' | '/audit' | '/webhooks';
  icon: LucideIcon;
  group: keyof Messages['shell']['groups'] | null;
  /** The letter after G. */
  key?: string;
  /** It stands in the tab bar of phones. */
  isTab?: boolean;
}

export const PLACES: readonly Place[] = [
  { name: 'reviews', to: '/reviews', icon: Inbox, group: null, key: 'r', isTab: true },
  { name: 'events', to: '/events', icon: ScrollText, group: 'activity', key: 'e', isTab: true },
  { name: 'gatewayCalls', to: '/gateway-calls', icon: Network, group: 'activity' },
  { name: 'anomalies', to: '/anomalies', icon: Activity, group: 'activity', isTab: true },
  { name: 'audit', to: '/audit', icon: BookCheck, group: 'activity', key: 'u' },
  { name: 'webhooks', to: '/webhooks', icon: Webhook, group: 'connections' },
];

/** In their groups, those without one first. */
export function groupedPlaces(): { group: Place['group']; places: Place[] }[] {
  const groups = new Map<Place['group'], Place[]>();
  for (const place of PLACES) groups.set(place.group, [...(groups.get(place.group) ?? []), place]);
  return [...groups].map(([group, places]) => ({ group, places }));
}
