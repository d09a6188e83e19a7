// SPDX-License-Identifier: Apache-2.0
/** The words of MCP tool names and their event actions. The first rule with a match wins. */
import type { EventAction } from '@svc/contract';

export interface ToolRule {
  readonly action: EventAction;
  /** `substring`: anywhere in the name. `word`: one whole word of it. */
  readonly match: 'substring' | 'word';
  readonly terms: readonly string[];
}

/** The most harmful action comes first: `list_and_delete` deletes. */
export const TOOL_RULES: readonly ToolRule[] = [
  {
    action: 'DELETE_DATA',
    match: 'substring',
    terms: ['delete', 'remove', 'drop', 'destroy', 'purge', 'truncate', 'erase', 'wipe', 'revoke'],
  },
  {
    // Commands and synonyms; as substrings they would be found in harmless words, such as `skill` and `clearance`.
    action: 'DELETE_DATA',
    match: 'word',
    terms: [
      'rm',
      'rmdir',
      'rmtree',
      'rmrf',
      'del',
      'deltree',
      'unlink',
      'kill',
      'killall',
      'pkill',
      'terminate',
      'shred',
      'scrub',
      'trash',
      'discard',
      'clear',
      'flushall',
      'flushdb',
      'nuke',
      'obliterate',
      'expunge',
      'prune',
      'uninstall',
      'deprovision',
      'decommission',
      'teardown',
      'mkfs',
      'deregister',
      'unregister',
      'apagar',
      'excluir',
      'deletar',
      'eliminar',
    ],
  },
  {
    action: 'EXPORT_DATA',
    match: 'substring',
    terms: ['export', 'download', 'dump', 'backup', 'extract', 'upload', 'publish', 'share'],
  },
  { action: 'SEND_EMAIL', match: 'substring', terms: ['send', 'reply', 'forward', 'notify', 'post_message'] },
  {
    action: 'WRITE_DATA',
    match: 'word',
    terms: [
      'create',
      'update',
      'insert',
      'write',
      'set',
      'put',
      'edit',
      'patch',
      'upsert',
      'add',
      'replace',
      'grant',
      'move',
      'merge',
      'rename',
      'mark',
      'execute',
      'run',
    ],
  },
  {
    action: 'READ_DATA',
    match: 'word',
    terms: ['get', 'list', 'read', 'search', 'find', 'query', 'fetch', 'view', 'describe', 'count', 'lookup', 'show'],
  },
  { action: 'SEND_EMAIL', match: 'substring', terms: ['mail'] },
];

/** An unknown tool is not assumed to be harmless. */
export const UNKNOWN_TOOL_ACTION: EventAction = 'WRITE_DATA';
