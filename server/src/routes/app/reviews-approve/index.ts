/** POST /reviews/{eventId}/approve: approve a review. */
import type { FastifyInstance } from 'fastify';
import type { AppRouteDependencies } from '../dependencies.ts';
import { registerResolution } from '../resolution.ts';

export function registerReviewsApprove(app: FastifyInstance, using: AppRouteDependencies): void {
  registerResolution(app, using, 'approveReview', 'approve');
}
