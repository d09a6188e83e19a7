// SPDX-License-Identifier: Apache-2.0
/** The words of the frame around the documents, in both languages. */
import { useLang, usePage } from '@rspress/core/runtime';
import { useSyncExternalStore } from 'react';

const en = {
  skip: 'Skip to the text',
  documentation: 'Documentation',
  menu: 'Menu',
  apiReference: 'API reference',
  allPages: 'All pages',
  thisPage: 'On this page',
  table: 'Table',
  search: 'Search',
  searchHint: 'Words or names, such as approvals',
  searching: 'Search the documentation',
  close: 'Close',
  nothing: (query: string) => `Nothing found for “${query}”. Try fewer words.`,
  results: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  unreachable: 'The search could not be loaded. Load the page again.',
  dark: 'Dark colours',
  light: 'Light colours',
  otherLanguage: { name: 'Português', lang: 'pt-BR' },
  version: 'Version',
  versions: 'Versions of the documentation',
  thisOne: 'this one',
  changelog: 'What changed',
  inEnglish: 'in English',
  untranslated: '',
  notFound: 'There is no such page',
  notFoundText: 'The address may be of another version. Search for the page, or begin at the start.',
  toStart: 'To the start page',
  api: {
    setup: 'The examples read two variables of your shell. A TEST key decides and stays out of the figures.',
    languages: 'Language of the example',
    tryIt: 'Try it on this service',
    key: 'TEST key',
    keyHint: 'It begins with key_test_. It stays in this page, and is gone when you close or reload it.',
    live: 'This is a LIVE key: it would record real decisions. It was not sent, and was taken away. Take a TEST key.',
    other: 'A TEST key begins with key_test_. Nothing was sent.',
    id: 'Id of the event',
    body: 'Body',
    badBody: 'The body is not JSON. Nothing was sent.',
    send: 'Send',
    sending: 'Sending…',
    answer: 'Answer',
    failed: 'There was no answer. Is the service running?',
    elsewhere: 'This address is not a service of svc. Open the documentation at the address /docs/ of your service.',
  },
};

export type Words = typeof en;

const pt: Words = {
  skip: 'Ir para o texto',
  documentation: 'Documentação',
  menu: 'Menu',
  apiReference: 'Referência da API',
  allPages: 'Todas as páginas',
  thisPage: 'Nesta página',
  table: 'Tabela',
  search: 'Buscar',
  searchHint: 'Palavras ou nomes, como aprovações',
  searching: 'Buscar na documentação',
  close: 'Fechar',
  nothing: (query) => `Nada encontrado para “${query}”. Tente com menos palavras.`,
  results: (count) => (count === 1 ? '1 resultado' : `${count} resultados`),
  unreachable: 'Não foi possível carregar a busca. Recarregue a página.',
  dark: 'Cores escuras',
  light: 'Cores claras',
  otherLanguage: { name: 'English', lang: 'en' },
  version: 'Versão',
  versions: 'Versões da documentação',
  thisOne: 'esta',
  changelog: 'O que mudou',
  inEnglish: 'em inglês',
  untranslated: 'Esta página ainda não foi traduzida. O texto está em inglês.',
  notFound: 'Esta página não existe',
  notFoundText: 'O endereço pode ser de outra versão. Busque a página ou comece pelo início.',
  toStart: 'Ir para o início',
  api: {
    setup: 'Os exemplos leem duas variáveis do seu terminal. Uma chave TEST decide e não entra nos números.',
    languages: 'Linguagem do exemplo',
    tryIt: 'Experimentar neste serviço',
    key: 'Chave TEST',
    keyHint: 'Ela começa com key_test_. Fica só nesta página e some quando você a fecha ou recarrega.',
    live: 'Esta é uma chave LIVE: registraria decisões reais. Não foi enviada e já foi apagada. Use uma chave TEST.',
    other: 'Uma chave TEST começa com key_test_. Nada foi enviado.',
    id: 'Id do evento',
    body: 'Corpo',
    badBody: 'O corpo não é JSON. Nada foi enviado.',
    send: 'Enviar',
    sending: 'Enviando…',
    answer: 'Resposta',
    failed: 'Não houve resposta. O serviço está no ar?',
    elsewhere: 'Este endereço não é um serviço svc. Abra a documentação no endereço /docs/ do seu serviço.',
  },
};

export function useWords(): Words {
  return usePrefix() === '' ? en : pt;
}

/**
 * The start of every address in the language of this page. One file stands for all unknown addresses: its language is
 * known to the script alone, once the page stands.
 */
export function usePrefix(): '' | '/pt-BR' {
  const language = useLang();
  const { pageType } = usePage().page;
  const stands = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  return language === 'pt-BR' && (pageType !== '404' || stands) ? '/pt-BR' : '';
}
