// SPDX-License-Identifier: Apache-2.0
/** GET /public/dlp-types: the data types of the scan. */
import { DlpTypesResponseSchema } from '@svc/contract';
import { DLP_TYPE_DESCRIPTIONS } from '@svc/core/dlp';
import type { FastifyInstance } from 'fastify';

export function registerDlpTypes(app: FastifyInstance): void {
  const answer = { types: DLP_TYPE_DESCRIPTIONS };
  app.get('/public/dlp-types', { schema: { response: { 200: DlpTypesResponseSchema } } }, async () => answer);
}
