// SPDX-License-Identifier: Apache-2.0
/** Asks svc about a call, and reports how it ended. Any fault is a refusal. */
import { askService } from '../hook/index.ts';

interface Call {
  readonly tool: string;
  readonly input: unknown;
  readonly callId: string;
}

export interface Decide {
  ask(
    call: Call,
    definition: object | null,
    signal: AbortSignal,
  ): Promise<{ run: true; event: string | null } | { run: false; reason: string }>;
  report(call: Call & { event: string | null }, status: 'SUCCEEDED' | 'FAILED' | 'UNKNOWN'): Promise<void>;
}

export interface Asking {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly agent: string | null;
  /** The MCP route whose registered tools are compared. */
  readonly routeId: string | null;
  /** The name of the server in the names of its tools: `mcp__NAME__tool`; null: tools have their own names. */
  readonly server: string | null;
  readonly session: string;
  readonly timeoutMs: number;
}

const REPORT_WITHIN_MS = 10_000;

export function deciderOf({ baseUrl, apiKey, agent, routeId, server, session, timeoutMs }: Asking): Decide {
  const url = new URL('hooks/mcp', baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
  if (agent !== null) url.searchParams.set('agent', agent);
  const post = async (body: object, event: string | null, withinMs: number, signal?: AbortSignal) => {
    const untilMs = performance.now() + withinMs;
    return await askService({ url, apiKey, body: JSON.stringify(body), event, untilMs, ...(signal && { signal }) });
  };
  const nameOf = (tool: string) => (server === null ? tool : `mcp__${server}__${tool}`);
  return {
    async ask({ tool, input, callId }, definition, signal) {
      const asked = { event: 'before', tool: nameOf(tool), arguments: input ?? {}, callId, session };
      const more = { ...(definition !== null && { definition }), ...(routeId !== null && { routeId }) };
      try {
        const { text, event } = await post({ ...asked, ...more }, null, timeoutMs, signal);
        const { run, reason } = JSON.parse(text) as { run?: unknown; reason?: unknown };
        if (run === true) return { run, event };
        return { run: false, reason: typeof reason === 'string' ? reason : 'svc gave no reason.' };
      } catch (error) {
        const why = error instanceof Error ? error.message : 'svc could not be asked.';
        return { run: false, reason: `${why} The tool was not run. Tell the user.` };
      }
    },
    async report({ tool, input, callId, event }, status) {
      if (event === null) return;
      const body = { event: 'after', tool: nameOf(tool), arguments: input ?? {}, callId, session, status };
      await post(body, event, REPORT_WITHIN_MS);
    },
  };
}
