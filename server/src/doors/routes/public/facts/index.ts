// SPDX-License-Identifier: Apache-2.0
/** The facts of this deployment, for programs. */
import {
  ConfigResponseSchema,
  DlpTypesResponseSchema,
  PLANS,
  PlansResponseSchema,
  type PublicConfig,
} from '@svc/contract';
import { DLP_TYPE_DESCRIPTIONS } from '@svc/core/dlp';
import type { FastifyInstance } from 'fastify';
import { PLAN_TABLE } from '../../../../registry/plans/index.ts';

/** @param config the optional parts of this deployment */
export function registerFacts(app: FastifyInstance, config: () => Promise<PublicConfig>): void {
  // GET /public/plans: the contents of each plan. Prices are not part of it.
  app.get('/public/plans', { schema: { response: { 200: PlansResponseSchema } } }, async () => CONTENTS_OF_PLANS);
  // GET /public/dlp-types: the data types of the scan.
  app.get('/public/dlp-types', { schema: { response: { 200: DlpTypesResponseSchema } } }, async () => DATA_TYPES);
  app.get('/public/config', { schema: { response: { 200: ConfigResponseSchema } } }, config);
}

const CONTENTS_OF_PLANS = {
  plans: PLANS.map((name) => {
    const { priceUsd: _, ...limits } = PLAN_TABLE[name];
    return { name, ...limits };
  }),
};
const DATA_TYPES = { types: DLP_TYPE_DESCRIPTIONS };
