// SPDX-License-Identifier: Apache-2.0
/** The settings of which a change lets more through, or takes a protection away. */
import type { LooserSetting } from '@svc/contract';
import { isLooserIn } from '@svc/core/approvals';
import type { Settings } from './settings.ts';

type IsLooser<Name extends keyof Settings> = (before: Settings[Name], after: Settings[Name]) => boolean;

/** The limits of the risk count in monitor mode too: it may end without another change of them. */
const LOOSER: { readonly [Name in keyof Settings]?: IsLooser<Name> } = {
  enforcement: (before, after) => before === 'ENFORCE' && after === 'MONITOR',
  riskReviewAt: (before, after) => after > before,
  riskBlockAt: (before, after) => after > before,
  // Other hours are outside business hours then.
  timeZone: (before, after) => before !== after,
  privateNetworks: (before, after) => !before && after,
  requireMfa: (before, after) => before && !after,
  assistantApprovals: (before, after) => !before && after,
  approvalValidMinutes: (before, after) => after > before,
  reviewDefaults: isLooserIn,
  grantHoursMax: (before, after) => after > before,
  loosenNeedsTwo: (before, after) => before && !after,
};

export function looserSettings(before: Settings, after: Settings): LooserSetting[] {
  return (Object.keys(LOOSER) as (keyof Settings)[])
    .filter((name) => (LOOSER[name] as IsLooser<keyof Settings>)(before[name], after[name]))
    .map((name) => ({ field: name, before: before[name], after: after[name] }));
}
