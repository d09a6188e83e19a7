/** POST /reviews/{eventId}/deny: deny a review. */
import type { FastifyInstance } from 'fastify';
import type { AppRouteDependencies } from '../dependencies.ts';
import { registerResolution } from '../resolution.ts';

export function registerReviewsDeny(app: FastifyInstance, using: AppRouteDependencies): void {
  registerResolution(app, using, 'denyReview', 'deny');
}
