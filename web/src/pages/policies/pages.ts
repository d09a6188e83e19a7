// SPDX-License-Identifier: Apache-2.0
/** The pages of policies and guardrails, each loaded when it is needed. */
import { lazyRouteComponent } from '@tanstack/react-router';

export const PoliciesPage = lazyRouteComponent(() => import('./index.tsx'), 'PoliciesPage');
export const PolicyPage = lazyRouteComponent(() => import('../policy/index.tsx'), 'PolicyPage');
export const NewPolicyPage = lazyRouteComponent(() => import('../policy/new.tsx'), 'NewPolicyPage');
export const PolicyFilesPage = lazyRouteComponent(() => import('../policy-files/index.tsx'), 'PolicyFilesPage');
export const ProposalsPage = lazyRouteComponent(() => import('../proposals/index.tsx'), 'ProposalsPage');
export const VersionsPage = lazyRouteComponent(() => import('../policy-versions/index.tsx'), 'VersionsPage');
export const GuardrailsPage = lazyRouteComponent(() => import('../guardrails/index.tsx'), 'GuardrailsPage');
export const GuardrailPage = lazyRouteComponent(() => import('../guardrail/index.tsx'), 'GuardrailPage');
export const TryPage = lazyRouteComponent(() => import('../try-action/index.tsx'), 'TryPage');
