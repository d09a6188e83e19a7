// SPDX-License-Identifier: Apache-2.0
/** The texts in Python of the doors that the Python client knows. Names are quoted for where they stand. */

interface Asked {
  baseUrl: string;
  agent: string;
  resource: string;
}

interface Frame {
  imports: readonly string[];
  /** By default the one that waits without a thread. */
  client?: 'SvcClient' | 'AsyncSvcClient';
}

/** @param use the lines that ask by `svc`, of a call that `described` describes */
const python =
  ({ imports, client = 'AsyncSvcClient' }: Frame, use: readonly string[]) =>
  ({ baseUrl, agent, resource }: Asked) =>
    [
      `# pip install --index-url ${baseUrl}/packages/simple svc-sdk`,
      'import os',
      '',
      `from svc_sdk import ${client}`,
      ...imports,
      '',
      `svc = ${client}(os.environ["SVC_API_KEY"], "${baseUrl}")`,
      '',
      '',
      'def described(args):',
      '    return {',
      `        "agent": ${JSON.stringify(agent)},`,
      '        "action": "EXPORT_DATA",',
      `        "resource": ${JSON.stringify(resource)},`,
      '        "recordsAffected": args["count"],',
      '    }',
      '',
      '',
      ...use,
    ].join('\n');

/** A JSON text of a name is a text of Python too. */
export const PYTHON = {
  OPENAI_AGENTS: python({ imports: ['from svc_sdk.openai_agents import guard_tool'] }, [
    'agent = Agent(name="Assistant", tools=[guard_tool(svc, export_customers, described)])',
  ]),
  LANGCHAIN: python({ imports: ['from svc_sdk.langchain import svc_middleware'], client: 'SvcClient' }, [
    'middleware = [svc_middleware(svc, {"export_customers": described})]',
    'agent = create_agent(model, [export_customers], middleware=middleware, checkpointer=checkpointer)',
  ]),
  ADK: python({ imports: ['from svc_sdk.adk import SvcPlugin'] }, [
    'plugins = [SvcPlugin(svc, {"export_customers": described})]',
  ]),
  CREWAI: python({ imports: ['from svc_sdk.crewai import install_hooks'], client: 'SvcClient' }, [
    'install_hooks(svc, {"export_customers": described})',
    'crew.kickoff()',
  ]),
  PYDANTIC_AI: python({ imports: ['from svc_sdk.pydantic_ai import svc_toolset'] }, [
    'toolset = svc_toolset(svc, FunctionToolset([export_customers]), {"export_customers": described})',
    'agent = Agent(model, output_type=[str, DeferredToolRequests], toolsets=[toolset])',
  ]),
  AGENT_FRAMEWORK: python({ imports: ['from svc_sdk.agent_framework import svc_middleware'] }, [
    'middleware = [svc_middleware(svc, {"export_customers": described})]',
    'agent = Agent(client, tools=[export_customers], middleware=middleware)',
  ]),
  FASTMCP: python({ imports: ['from svc_sdk.fastmcp import svc_middleware'] }, [
    'server.add_middleware(svc_middleware(svc, {"export_customers": described}))',
  ]),
  LITELLM: python({ imports: ['from svc_sdk.litellm import SvcGuardrail'] }, [
    'litellm.callbacks = [SvcGuardrail(svc, {"export_customers": described})]',
  ]),
  SDK: python({ imports: [], client: 'SvcClient' }, [
    'svc.run(described({"count": 1200}), lambda: export_customers(1200), wait=300)',
  ]),
} as const;
