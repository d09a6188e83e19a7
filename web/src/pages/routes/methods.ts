// SPDX-License-Identifier: Apache-2.0
/** The methods that a route can allow, in the order of lists. */
import type { HttpMethod } from '@svc/contract';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly HttpMethod[];
