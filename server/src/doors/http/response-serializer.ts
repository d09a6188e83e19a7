// SPDX-License-Identifier: Apache-2.0
/** Writes answers by the schemas of the contract, which make most checks unnecessary. */
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import { NAMED_SCHEMAS } from '@svc/contract';
import { oneForEach } from './one-for-each.ts';

type Write = (answer: unknown) => string;

const compile = SerializerSelector()(NAMED_SCHEMAS) as unknown as (route: { schema: object }) => Write;

/** Compiled at the first answer, so that a start does not wait for it. */
export const compileResponseSerializer = oneForEach((schema) => {
  let write: Write | null = null;
  return (answer: unknown): string => {
    write ??= compile({ schema });
    return write(answer);
  };
});
