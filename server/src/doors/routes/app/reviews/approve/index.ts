// SPDX-License-Identifier: Apache-2.0
/** POST /reviews/{eventId}/approve: approve a review. */
import type { FastifyInstance } from 'fastify';
import type { AppRouteDeps } from '../../deps.ts';
import { registerResolution } from '../../resolution.ts';

export function registerReviewsApprove(app: FastifyInstance, deps: AppRouteDeps): void {
  registerResolution(app, deps, 'approveReview', 'approve');
}
