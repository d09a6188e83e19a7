// SPDX-License-Identifier: Apache-2.0
/** GET /changelog: the changelog of this build, as in the repository. */
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { installed } from '../../../../platform/installation/index.ts';

export function registerChangelog(app: FastifyInstance): void {
  const text = readFileSync(installed('CHANGELOG.md'), 'utf8');
  app.get('/changelog', async (_request, reply) => await reply.type('text/markdown; charset=utf-8').send(text));
}
