// SPDX-License-Identifier: Apache-2.0
/** The zone that the app tells times in: the organization's, unless the person chose the device's or UTC. */
export const TIMES = ['organization', 'device', 'utc'] as const;
export type Times = (typeof TIMES)[number];

export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

export function zoneOf(times: Times, organizationZone: string): string {
  if (times === 'utc') return 'UTC';
  return times === 'device' ? deviceZone() : (known(organizationZone) ?? 'UTC');
}

/** A zone that the platform does not know would have every time fail. */
export function known(zone: string): string | null {
  if (zone === '') return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** `2026-11-24T09:12:04`, as a clock in the zone has it: what a field for date and time holds. */
export function localOf(iso: string, zone: string): string {
  // The numbers of Swedish stand in the order of ISO 8601.
  return new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    .format(new Date(iso))
    .replace(' ', 'T');
}

/**
 * The moment at which a clock in the zone has this time; null where it is none. A time that the clock skips in spring
 * is taken as if it had not been put forward.
 */
export function momentOf(local: string, zone: string): string | null {
  const asUtcMs = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtcMs)) return null;
  const aheadMs = (atMs: number) => Date.parse(`${localOf(new Date(atMs).toISOString(), zone)}Z`) - floorSecond(atMs);
  const first = asUtcMs - aheadMs(asUtcMs);
  return new Date(asUtcMs - aheadMs(first)).toISOString();
}

const floorSecond = (atMs: number): number => Math.floor(atMs / 1_000) * 1_000;
