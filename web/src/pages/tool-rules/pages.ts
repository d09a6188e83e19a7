// SPDX-License-Identifier: Apache-2.0
/** The pages of tool rules, each loaded when it is needed. */
import { lazyRouteComponent } from '@tanstack/react-router';

export const ToolRulesPage = lazyRouteComponent(() => import('./index.tsx'), 'ToolRulesPage');
export const ToolRulesSetPage = lazyRouteComponent(() => import('./set.tsx'), 'ToolRulesSetPage');
export const NewToolRulesPage = lazyRouteComponent(() => import('./set.tsx'), 'NewToolRulesPage');
