// SPDX-License-Identifier: Apache-2.0
/** The number of a version in the path of a request. */
import type { FastifyRequest } from 'fastify';
import { noSuchVersion, POLICY_VERSION_MARK } from '../../../../rules/policy-versions/index.ts';

/** @throws ApiError 404 for what is no number */
export function versionParameter(request: FastifyRequest): number {
  const { number = '' } = request.params as { number?: string };
  return versionNumber(number);
}

/** @throws ApiError 404 for what is no number */
export function versionNumber(text: string): number {
  if (!POLICY_VERSION_MARK.test(text)) throw noSuchVersion();
  return Number(text);
}
