// SPDX-License-Identifier: Apache-2.0
/** How long a review waits for its answer, by the settings of the organization. */
import { useQuery } from '@tanstack/react-query';
import { organizationQuery } from '../../api/organization.ts';
import { useWords } from '../../language/word-set.ts';
import { policyPageWords } from './words.ts';

const HOUR_MINUTES = 60;

export function useReviewHint(): string {
  const words = useWords(policyPageWords);
  const { data } = useQuery(organizationQuery);
  if (data === undefined) return '';
  const minutes = data.reviewExpiryMinutes;
  return words.waits(minutes % HOUR_MINUTES === 0 ? words.hours(minutes / HOUR_MINUTES) : words.minutes(minutes));
}
