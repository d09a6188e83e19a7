// SPDX-License-Identifier: Apache-2.0
/** Registered records and policies by what was typed of their names, and the acts on them that the role may do. */
import type { Classification } from '@svc/contract';
import { API_KEY_PREFIX_CHARACTERS } from '@svc/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Bot, CirclePause, CirclePlay, Database, KeyRound } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { readOf } from '../api/reading.ts';
import { OutcomeGlyph } from '../decision/glyph.tsx';
import { useLanguage } from '../language/index.tsx';
import { useMay } from '../session/may.tsx';
import type { Hit, HitGroup } from './palette-hits.ts';

const SHOWN_MAX = 4;
const ACTED_ON_MAX = 2;
const ICON = { className: 'size-4', strokeWidth: 1.6 } as const;

/** The beginning of a pasted key is searched for: the rest of it goes nowhere. */
const searchedOf = (typed: string) =>
  /^key_(?:live|test)_/.test(typed) ? typed.slice(0, API_KEY_PREFIX_CHARACTERS) : typed;

export function useRecordHits(typed: string): HitGroup[] {
  const { palette, pages } = useLanguage().messages.shell;
  const q = searchedOf(useDeferredValue(typed));
  const { agents, resources, keys, policies } = useFound(q);
  const navigate = useNavigate();
  const mayPause = useMay()('pauseAgent');
  return useMemo(() => {
    const toAgent = (id: string, act?: 'status') => () =>
      void navigate({ to: '/agents/$id', params: { id }, search: act === undefined ? {} : { act } });
    const named = agents.map(({ id, name, status }) => ({
      id: `agent ${id}`,
      icon: <Bot {...ICON} />,
      name: <span className="font-mono">{name}</span>,
      about: <About>{palette.statuses[status]}</About>,
      go: toAgent(id),
    }));
    const pauses = (mayPause ? agents.slice(0, ACTED_ON_MAX) : []).map(({ id, name, status }): Hit => {
      const isActive = status === 'ACTIVE';
      return {
        id: `pause ${id}`,
        icon: isActive ? <CirclePause {...ICON} className="size-4 text-block-fill" /> : <CirclePlay {...ICON} />,
        name: isActive ? palette.pause(name) : palette.resume(name),
        about: <About>{isActive ? palette.pauseAbout : palette.resumeAbout}</About>,
        go: toAgent(id, 'status'),
      };
    });
    const ofResources = resources.map(({ id, name, classification }) => ({
      id: `resource ${id}`,
      icon: <Database {...ICON} />,
      name: <span className="font-mono">{name}</span>,
      about: <ClassName classification={classification} />,
      go: () => void navigate({ to: '/resources', search: { open: id } }),
    }));
    const ofKeys = keys.map(({ id, name, prefix }) => ({
      id: `key ${id}`,
      icon: <KeyRound {...ICON} />,
      name,
      about: <About isName>{`${prefix}…`}</About>,
      go: () => void navigate({ to: '/api-keys', search: { open: id } }),
    }));
    const ofPolicies = policies.map(({ id, decision, name }) => ({
      id: `policy ${id}`,
      icon: <OutcomeGlyph outcome={GLYPHS[decision]} className="size-4" />,
      name,
      go: () => void navigate({ to: '/policies/$id', params: { id } }),
    }));
    return [
      { name: pages.agents, items: [...named, ...pauses] },
      { name: pages.policies, items: ofPolicies },
      { name: pages.resources, items: ofResources },
      { name: pages.apiKeys, items: ofKeys },
    ];
  }, [agents, resources, keys, policies, mayPause, navigate, palette, pages]);
}

function About({ isName = false, children }: { isName?: boolean; children: string }) {
  return <span className={`shrink-0 text-meta text-ink-3 ${isName ? 'font-mono' : ''}`}>{children}</span>;
}

function ClassName({ classification }: { classification: Classification }) {
  const { classifications } = useLanguage().messages.words;
  return <About>{classifications[classification]}</About>;
}

const GLYPHS = { ALLOW: 'allowed', REVIEW: 'waiting', BLOCK: 'blocked' } as const;
const NONE: readonly never[] = [];

function useFound(q: string) {
  const given = { query: { q, limit: String(SHOWN_MAX) } };
  const isOn = q !== '';
  const agents = useQuery({ ...readOf('listAgents', given), enabled: isOn, placeholderData: (before) => before }).data;
  const resources = useQuery({
    ...readOf('listResources', given),
    enabled: isOn,
    placeholderData: (before) => before,
  }).data;
  const keys = useQuery({ ...readOf('listApiKeys', given), enabled: isOn, placeholderData: (before) => before }).data;
  const policies = useQuery({
    ...readOf('listPolicies', given),
    enabled: isOn,
    placeholderData: (before) => before,
  }).data;
  return {
    agents: isOn ? (agents?.items ?? NONE) : NONE,
    resources: isOn ? (resources?.items ?? NONE) : NONE,
    keys: isOn ? (keys?.items ?? NONE) : NONE,
    policies: isOn ? (policies?.items ?? NONE) : NONE,
  };
}
