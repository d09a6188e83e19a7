// SPDX-License-Identifier: Apache-2.0
/**
 * The menu, in the order of three people: who connects an agent, who answers for its rules, who runs the service. A
 * document that no list names still stands in the menu, behind the others of its folder.
 */
import type { SidebarGroup, SidebarItem } from '@rspress/core';
import { ENGLISH, type Language } from './places.ts';

export interface MenuPage {
  readonly route: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly isTranslated: boolean;
}

interface Group {
  readonly name: Readonly<Record<Language, string>>;
  /** Routes of pages; one that ends with a slash stands for all pages below it that no list names. */
  readonly pages: readonly (string | Group)[];
  /** Others are open while they hold the page that is read. */
  readonly isOpen?: boolean;
}

const guides = (...names: readonly string[]): string[] => names.map((name) => `guides/${name}`);
const operating = (...names: readonly string[]): string[] => names.map((name) => `operating/${name}`);
const reference = (...names: readonly string[]): string[] => names.map((name) => `reference/${name}`);

const GROUPS: readonly Group[] = [
  { name: { en: 'Start', 'pt-BR': 'Comece aqui' }, pages: ['index', 'tutorials/index', 'tutorials/'], isOpen: true },
  {
    name: { en: 'Connect an agent', 'pt-BR': 'Conectar um agente' },
    pages: [
      ...guides('deciding', 'held-calls', 'client-library', 'adapters', 'python', 'python-adapters', 'http'),
      ...guides('mcp-servers', 'tool-rules', 'coding-assistants', 'connect-an-assistant', 'gateways', 'forward-auth'),
      ...guides('model-gateways', 'authzen', 'agent-control-standard', 'copilot-studio', 'webhooks'),
    ],
  },
  {
    name: { en: 'Set the rules, prove decisions', 'pt-BR': 'Definir as regras, provar as decisões' },
    pages: [
      ...guides('policies', 'command-line', 'sensitive-data', 'proofs', 'reviews', 'asking-rightly', 'two-people'),
      ...guides('grants', 'notices', 'chat-and-tickets', 'signed-approvals', 'anomalies', 'audit', 'decide-again'),
      ...guides('siem', 'members', 'sso', 'scim', 'plans-and-billing', 'data-rights'),
      'guides/',
    ],
  },
  {
    name: { en: 'Run the service', 'pt-BR': 'Operar o serviço' },
    pages: [
      ...operating('running', 'deploying', 'people', 'keys', 'database', 'provisioning', 'mail', 'monitoring', 'siem'),
      ...operating('checks', 'backup', 'upgrading', 'scaling', 'high-availability', 'audit-archive', 'documentation'),
      'performance',
      'operating/',
    ],
  },
  { name: { en: 'Explanations', 'pt-BR': 'Explicações' }, pages: ['explanations/index', 'explanations/'] },
  { name: { en: 'For auditors', 'pt-BR': 'Para auditores' }, pages: ['compliance/index', 'compliance/'] },
  {
    name: { en: 'Reference', 'pt-BR': 'Referência' },
    pages: [
      ...reference('api', 'command-line', 'errors', 'limits', 'configuration', 'roles', 'notices', 'tool-actions'),
      ...reference('audit-entries', 'audit-export', 'provisioning-file', 'processing-record', 'conformance'),
      'reference/',
      'glossary',
    ],
  },
  {
    name: { en: 'Project', 'pt-BR': 'Projeto' },
    pages: [
      'project/changelog',
      'project/security',
      'project/',
      {
        name: { en: 'Decision records', 'pt-BR': 'Registros de decisões' },
        pages: ['decisions/index', 'decisions/'],
      },
    ],
  },
];

/** @throws Error for a list that names a page which is not there */
export function menuOf(pages: readonly MenuPage[], language: Language): SidebarGroup[] {
  const named = new Set(GROUPS.flatMap(routesOf));
  const groupOf = ({ name, pages: routes, isOpen = false }: Group): SidebarGroup => ({
    text: name[language],
    collapsible: true,
    collapsed: !isOpen,
    items: routes.flatMap((one): (SidebarGroup | SidebarItem)[] =>
      typeof one === 'string' ? itemsOf(one) : [groupOf(one)],
    ),
  });
  const itemsOf = (route: string): SidebarItem[] => {
    const found = pages.filter((page) =>
      route.endsWith('/') ? page.route.startsWith(route) && !named.has(page.route) : page.route === route,
    );
    return found.map(({ route: at, title, isTranslated }) => ({
      text: title[language],
      link: `${language === ENGLISH ? '' : `/${language}`}/${at.replace(/(^|\/)index$/, '$1')}`,
      ...(language !== ENGLISH && !isTranslated && { context: 'en' }),
    }));
  };
  return GROUPS.map(groupOf).filter(({ items }) => items.length > 0);
}

function routesOf({ pages }: Group): string[] {
  return pages.flatMap((one) => (typeof one === 'string' ? [one] : routesOf(one)));
}
