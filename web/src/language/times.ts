// SPDX-License-Identifier: Apache-2.0
/** The choice of the zone is kept as theme and language are, and that of the organization until it is known again. */
import { readPreference, readText } from '../preference/index.ts';
import { deviceZone, known, TIMES, type Times } from './zone.ts';

export const TIMES_PREFERENCE = 'times';
export const ZONE_PREFERENCE = 'zone';

export const firstTimes = (): Times => readPreference(TIMES_PREFERENCE, TIMES) ?? 'organization';

export const firstOrganizationZone = (): string => known(readText(ZONE_PREFERENCE)) ?? deviceZone();
