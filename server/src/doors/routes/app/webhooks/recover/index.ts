// SPDX-License-Identifier: Apache-2.0
/** POST /webhooks/{id}/recover: send the failed deliveries of a range of time again. */
import type { RecoveryRequest } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { invalid } from '../../../../../platform/errors/index.ts';
import { momentIn } from '../../../../../platform/pagination/index.ts';
import { beginRecovery, type TimeRange } from '../../../../../record/webhooks/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';
import { countSendByHand } from '../../sends-by-hand.ts';

export function registerWebhooksRecover(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'recoverWebhook', async (request, { user, organization }) => {
    await countSendByHand(deps, organization.id);
    const body = request.body as RecoveryRequest;
    const changer = { accountId: user.id, organizationId: organization.id };
    return await beginRecovery(deps.pool, changer, uuidParameter(request, 'id'), () => rangeOf(body));
  });
}

/** @throws ApiError 400 */
function rangeOf({ from, to }: RecoveryRequest): TimeRange {
  if (from === undefined) throw invalid('from', 'is required');
  if (to === undefined) throw invalid('to', 'is required');
  const range = { fromMs: momentIn('from', from), toMs: momentIn('to', to) };
  if (!(range.fromMs < range.toMs)) throw invalid('to', 'must be after `from`');
  return range;
}
