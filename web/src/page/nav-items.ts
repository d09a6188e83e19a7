// SPDX-License-Identifier: Apache-2.0
/** The pages of the app, in the order of the sidebar. A new page is one line here. */
import type { LucideIcon } from 'lucide-react';
import {
  Activity,
  AppWindow,
  BellRing,
  BookCheck,
  Bot,
  Cable,
  Database,
  FlaskConical,
  Gauge,
  Handshake,
  Inbox,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  Network,
  Plug,
  Scale,
  ScrollText,
  Settings,
  ShieldCheck,
  Users,
  Wallet,
  Waypoints,
  Webhook,
  Wrench,
} from 'lucide-react';
import type { Messages } from '../language/en.ts';

export interface NavItem {
  name: keyof Messages['shell']['pages'];
  to:
    | '/first-steps'
    | '/overview'
    | '/reviews'
    | '/events'
    | '/gateway-calls'
    | '/anomalies'
    | '/audit'
    | '/policies'
    | '/guardrails'
    | '/budgets'
    | '/grants'
    | '/tool-rules'
    | '/try'
    | '/agents'
    | '/resources'
    | '/api-keys'
    | '/connect'
    | '/integrations'
    | '/routes'
    | '/webhooks'
    | '/connected-apps'
    | '/members'
    | '/plan'
    | '/notifications'
    | '/settings';
  icon: LucideIcon;
  group: keyof Messages['shell']['groups'] | null;
  /** The letter after G. */
  key?: string;
  /** It stands there until it is done, or put away. */
  isGuide?: boolean;
  /** It stands in the tab bar of phones. */
  isTab?: boolean;
}

export const NAV_ITEMS: readonly NavItem[] = [
  { name: 'firstSteps', to: '/first-steps', icon: ListChecks, group: null, isGuide: true },
  { name: 'overview', to: '/overview', icon: LayoutDashboard, group: null, key: 'o', isTab: true },
  { name: 'reviews', to: '/reviews', icon: Inbox, group: null, key: 'r', isTab: true },
  { name: 'events', to: '/events', icon: ScrollText, group: 'activity', key: 'e', isTab: true },
  { name: 'gatewayCalls', to: '/gateway-calls', icon: Network, group: 'activity' },
  { name: 'anomalies', to: '/anomalies', icon: Activity, group: 'activity' },
  { name: 'audit', to: '/audit', icon: BookCheck, group: 'activity', key: 'u' },
  { name: 'policies', to: '/policies', icon: Scale, group: 'rules', key: 'p' },
  { name: 'guardrails', to: '/guardrails', icon: ShieldCheck, group: 'rules' },
  { name: 'budgets', to: '/budgets', icon: Wallet, group: 'rules' },
  { name: 'grants', to: '/grants', icon: Handshake, group: 'rules' },
  { name: 'toolRules', to: '/tool-rules', icon: Wrench, group: 'rules' },
  { name: 'try', to: '/try', icon: FlaskConical, group: 'rules' },
  { name: 'agents', to: '/agents', icon: Bot, group: 'registry', key: 'a', isTab: true },
  { name: 'resources', to: '/resources', icon: Database, group: 'registry' },
  { name: 'apiKeys', to: '/api-keys', icon: KeyRound, group: 'registry' },
  { name: 'connect', to: '/connect', icon: Cable, group: 'connections' },
  { name: 'integrations', to: '/integrations', icon: Plug, group: 'connections' },
  { name: 'routes', to: '/routes', icon: Waypoints, group: 'connections' },
  { name: 'webhooks', to: '/webhooks', icon: Webhook, group: 'connections' },
  { name: 'connectedApps', to: '/connected-apps', icon: AppWindow, group: 'connections' },
  { name: 'members', to: '/members', icon: Users, group: 'organization' },
  { name: 'plan', to: '/plan', icon: Gauge, group: 'organization' },
  { name: 'notifications', to: '/notifications', icon: BellRing, group: 'organization' },
  { name: 'settings', to: '/settings', icon: Settings, group: 'organization' },
];

/** In their groups, those without one first. */
export function groupedNavItems(): { group: NavItem['group']; items: NavItem[] }[] {
  const groups = new Map<NavItem['group'], NavItem[]>();
  for (const item of NAV_ITEMS) groups.set(item.group, [...(groups.get(item.group) ?? []), item]);
  return [...groups].map(([group, items]) => ({ group, items }));
}
