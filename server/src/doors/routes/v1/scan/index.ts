// SPDX-License-Identifier: Apache-2.0
/** The route of the scan. */
import type { ScanRequest } from '@svc/contract';
import { scanContentAs } from '../../../../decisions/machine-api/index.ts';
import type { V1Handlers } from '../register.ts';

export const SCAN_ROUTES = {
  /** POST /v1/scan: the sensitive data in a text, where it is, and the text without it. Keeps nothing. */
  scanContent: async (deps, { body }, access) => await scanContentAs(deps, access, (body as ScanRequest).content),
} satisfies Partial<V1Handlers>;
