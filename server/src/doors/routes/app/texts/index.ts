// SPDX-License-Identifier: Apache-2.0
/** The routes of texts. */
import type { TextScanRequest } from '@svc/contract';
import type { AppHandlers } from '../register.ts';

export const TEXTS_ROUTES = {
  /** POST /texts/scan: the sensitive data in a text that a person gives, and where it is. Keeps nothing. */
  scanText: async ({ scanner }, request, { organization }) => {
    const { content } = request.body as TextScanRequest;
    const { types, findings } = await scanner.scanWithPlaces(organization.id, content);
    const counted = types.map((type) => ({
      type,
      count: findings.filter((finding) => finding.type === type).length,
    }));
    return { types: counted, findings };
  },
} satisfies Partial<AppHandlers>;
