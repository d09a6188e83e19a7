// SPDX-License-Identifier: Apache-2.0
/**
 * Sends known statements as one transaction without BEGIN and COMMIT. PostgreSQL treats everything before one Sync as a
 * transaction, and commits it there. It answers once and parses two statements fewer. Source: PostgreSQL,
 * Frontend/Backend Protocol, "Pipelining".
 */
import pg from 'pg';
import { type Parameter, type RunMessages, runMessages } from './messages.ts';
import { statementName } from './transaction.ts';

export interface Statement {
  /** A constant statement: each connection parses and plans it once. */
  text: string;
  values: readonly Parameter[];
}

/**
 * Runs the statements in one transaction, each of which answers with one row of one text.
 * @throws any error in place of an answer, after which the commit is uncertain. An error of `runMessages` when nothing
 *   has been sent
 */
export function commitAtOnce(client: pg.ClientBase, statements: readonly Statement[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const burst = new Burst(statements, (error) => {
      if (error === null) resolve(burst.answers);
      else reject(error);
    });
    client.query(burst);
  });
}

/** Names of the statements that a connection has parsed for bursts; other queries keep their own. */
const parsedBy = new WeakMap<pg.Connection, Set<string>>();

/** The driver sends a Sync after each query; to the driver this is one query, of several statements. */
class Burst extends pg.Query {
  readonly answers: string[] = [];
  /** Statements that PostgreSQL has executed. */
  #ended = 0;
  readonly #statements: readonly NamedStatement[];
  readonly #messages: RunMessages;
  #parsed = new Set<string>();
  /** The driver calls this and wraps a time-out around it: with an error, or with null when all is answered. */
  protected callback: (error: Error | null) => void;

  constructor(statements: readonly Statement[], callback: (error: Error | null) => void) {
    super('');
    this.#statements = statements.map(({ text, values }) => ({ name: nameOf(text), text, values }));
    this.#messages = runMessages(this.#statements);
    this.callback = callback;
  }

  override readonly submit = (connection: pg.Connection): void => {
    this.#parsed = parsedBy.get(connection) ?? new Set();
    parsedBy.set(connection, this.#parsed);
    const { stream } = connection;
    if (!stream.writable) return;
    const { bytes, starts } = this.#messages;
    let sent = 0;
    for (const [index, { name, text }] of this.#statements.entries()) {
      if (this.#parsed.has(name)) continue;
      const start = starts[index] ?? 0;
      if (start > sent) stream.write(bytes.subarray(sent, start));
      sent = start;
      // An earlier burst may have left it behind; closing a missing statement is no error.
      connection.close({ type: 'S', name }, true);
      connection.parse({ name, text, types: [] }, true);
    }
    stream.write(bytes.subarray(sent));
  };

  handleCommandComplete(): void {
    const statement = this.#statements[this.#ended];
    if (statement !== undefined) this.#parsed.add(statement.name);
    this.#ended += 1;
  }

  handleDataRow({ fields: [answer] }: { fields: (string | null)[] }): void {
    this.answers.push(answer ?? '');
  }
}

interface NamedStatement extends Statement {
  name: string;
}

function nameOf(text: string): string {
  return `${statementName(text)}_burst`;
}
