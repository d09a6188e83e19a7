/** Writes answers by the schemas of the contract, which tell what need not be looked for in them. */
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import { NAMED_SCHEMAS } from '@svc/contract';
import { oneForEach } from './one-for-each.ts';

type Write = (answer: unknown) => string;

const compile = SerializerSelector()(NAMED_SCHEMAS) as unknown as (route: { schema: object }) => Write;

/** Compiled when the first answer is written: a start need not wait for it. */
export const compileResponseSerializer = oneForEach((schema) => {
  let write: Write | null = null;
  return (answer: unknown): string => {
    write ??= compile({ schema });
    return write(answer);
  };
});
