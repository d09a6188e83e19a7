// SPDX-License-Identifier: Apache-2.0
/** POST /texts/scan: the sensitive data in a text that a person gives, and where it is. Keeps nothing. */
import type { TextScan, TextScanRequest } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerTextsScan(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'scanText', async (request, { organization }): Promise<TextScan> => {
    const { content } = request.body as TextScanRequest;
    const { types, findings } = await deps.scanner.scanWithPlaces(organization.id, content);
    const counted = types.map((type) => ({
      type,
      count: findings.filter((finding) => finding.type === type).length,
    }));
    return { types: counted, findings };
  });
}
