// SPDX-License-Identifier: Apache-2.0
/** The commands by which other programs ask: hooks, MCP servers, and the rules that read their calls. */
import type { CommandSyntax } from './syntax.ts';

const PATH = ['[path]', 'file or folder (default: ./svc, else this folder)'] as const;

export const DOOR_COMMANDS: readonly CommandSyntax[] = [
  {
    name: 'tool-rules validate',
    summary: 'Check files of tool rules, offline.',
    operands: [PATH],
    options: [],
    examples: ['svc tool-rules validate'],
    hasPolicyRoutes: false,
    load: () => import('./policies-validate.ts'),
  },
  {
    name: 'tool-rules pull',
    summary: 'Write the tool rules of the organization, one YAML file for each set.',
    options: [
      { flags: '--out <dir>', meaning: 'where to (default: ./svc/tool-rules)' },
      { flags: '--force', meaning: 'replace files whole, with the comments in them' },
    ],
    examples: ['svc tool-rules pull'],
    hasPolicyRoutes: true,
    load: () => import('./tool-rules-pull.ts'),
  },
  {
    name: 'tool-rules apply',
    summary: 'Bring the organization to the files of tool rules. Needs an org-wide LIVE key with `apply`.',
    operands: [PATH],
    options: [
      { flags: '--prune', meaning: 'delete sets that no file holds' },
      { flags: '--dry-run', meaning: 'show the plan and change nothing' },
    ],
    examples: ['svc tool-rules apply --dry-run --prune', 'svc tool-rules apply --prune'],
    hasPolicyRoutes: true,
    load: () => import('./tool-rules-apply.ts'),
  },
  {
    name: 'tool-rules import',
    summary: 'Write the rules of svc-claude-code, in .claude/svc.json, as a file of tool rules.',
    operands: [['<file>', 'the file of rules']],
    options: [
      { flags: '--out <file>', meaning: 'where to (default: ./svc/tool-rules/claude-code.yaml)' },
      { flags: '--name <name>', meaning: 'name of the set (default: Claude Code)' },
      { flags: '--force', meaning: 'replace a file that is there' },
    ],
    examples: ['svc tool-rules import .claude/svc.json'],
    hasPolicyRoutes: false,
    load: () => import('./tool-rules-import.ts'),
  },
  {
    name: 'hook install',
    summary: 'Have a coding assistant ask before each call of a tool, by `svc hook NAME`.',
    operands: [['<name>', 'claude-code, codex, copilot, cursor, gemini or opencode']],
    options: [
      { flags: '--scope <scope>', meaning: 'whose settings (default: user)', choices: ['user', 'project', 'managed'] },
      { flags: '--agent <name>', meaning: 'who acts, for a key that is bound to no agent' },
      { flags: '--timeout <seconds>', meaning: 'how long a person may take to answer (default: 300)' },
      {
        flags: '--on-review <how>',
        meaning: 'claude-code: end a run of `-p` and resume it later, instead of holding the call',
        choices: ['defer'],
      },
      {
        flags: '--results <how>',
        meaning: 'replace sensitive data in results before the model reads them',
        choices: ['mask'],
      },
      { flags: '--program <command>', meaning: 'how the assistant starts svc (default: this program)' },
      { flags: '--undo', meaning: 'take it out again' },
      { flags: '--dry-run', meaning: 'show the change and write nothing' },
      { flags: '--yes', meaning: 'do not ask on a terminal' },
    ],
    examples: [
      'svc hook install claude-code',
      'svc hook install codex --scope project --agent coder',
      'sudo svc hook install claude-code --scope managed --yes',
    ],
    hasPolicyRoutes: false,
    load: () => import('./hook-install.ts'),
  },
  {
    name: 'mcp',
    summary: 'Serve the MCP tools on stdin and stdout, for an assistant on this machine.',
    options: [],
    examples: ['svc mcp'],
    hasPolicyRoutes: false,
    load: () => import('./mcp.ts'),
  },
  {
    name: 'mcp wrap',
    summary: 'Stand between an MCP client and a server, and decide each call of a tool.',
    operands: [['[command...]', 'what starts the server, after --']],
    options: [
      { flags: '--url <url>', meaning: 'a server at an address instead' },
      {
        flags: '--header <header...>',
        meaning: 'for its address: "Name: value"; $VARIABLE stands for that of the environment',
      },
      { flags: '--server <name>', meaning: 'tool rules call its tools mcp__NAME__tool (default: their own names)' },
      { flags: '--agent <name>', meaning: 'who acts, for a key that is bound to no agent' },
      { flags: '--route <id>', meaning: 'MCP route with whose registered tools definitions are compared' },
      { flags: '--timeout <seconds>', meaning: 'how long a person may take to answer (default: 300)' },
    ],
    examples: [
      'svc mcp wrap --server files -- npx @modelcontextprotocol/server-filesystem ~/work',
      "svc mcp wrap --server crm --url https://crm.example/mcp --header 'Authorization: Bearer $CRM_TOKEN'",
    ],
    hasPolicyRoutes: false,
    load: () => import('./mcp-wrap.ts'),
  },
];
