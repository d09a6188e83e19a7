// SPDX-License-Identifier: Apache-2.0
/** Those who may answer a review, as a list of names. */
import type { Role } from '@svc/contract';
import { useLanguage } from '../language/index.tsx';

interface Approvers {
  approverRoles: readonly Role[];
  approverGroups?: readonly string[];
}

const OWNERS_AND_ADMINS: readonly Role[] = ['OWNER', 'ADMIN'];

/** Owners and admins, where no role and no group is named. */
export function useApproverNames(): (approvers: Approvers) => string[] {
  const { roles, ofGroup } = useLanguage().messages.words;
  return ({ approverRoles, approverGroups = [] }) => {
    const named = approverRoles.length + approverGroups.length === 0 ? OWNERS_AND_ADMINS : approverRoles;
    return [...named.map((role) => roles[role].toLowerCase()), ...approverGroups.map(ofGroup)];
  };
}
