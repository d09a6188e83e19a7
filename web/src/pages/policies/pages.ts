// SPDX-License-Identifier: Apache-2.0
/** The pages of policies and claims, each loaded when it is needed. */
import { lazyRouteComponent } from '@tanstack/react-router';

export const PoliciesPage = lazyRouteComponent(() => import('./index.tsx'), 'PoliciesPage');
export const PolicyPage = lazyRouteComponent(() => import('../policy/index.tsx'), 'PolicyPage');
export const NewPolicyPage = lazyRouteComponent(() => import('../policy/new.tsx'), 'NewPolicyPage');
export const PolicyFilesPage = lazyRouteComponent(() => import('../policy-files/index.tsx'), 'PolicyFilesPage');
export const ProposalsPage = lazyRouteComponent(() => import('../proposals/index.tsx'), 'ProposalsPage');
export const VersionsPage = lazyRouteComponent(() => import('../policy-versions/index.tsx'), 'VersionsPage');
export const ClaimsPage = lazyRouteComponent(() => import('../claims/index.tsx'), 'ClaimsPage');
export const ClaimPage = lazyRouteComponent(() => import('../claim/index.tsx'), 'ClaimPage');
export const TryPage = lazyRouteComponent(() => import('../try-action/index.tsx'), 'TryPage');
