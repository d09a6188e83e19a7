// SPDX-License-Identifier: Apache-2.0
/** The page of packages for people. */
import { escaped, plainPage } from '../plain-page.ts';
import { isOfPython, type Package } from './catalogue.ts';

const WORDS = {
  en: {
    title: 'Packages of this service',
    intro:
      'This service hands out its own client libraries and command line. Install them from here, by their address.',
    size: 'Size',
    integrity: 'Integrity',
    install: 'Install',
    run: 'Run without installing',
    about: {
      '@svc/sdk': 'Client library for TypeScript and JavaScript',
      '@svc/cli': 'Command line',
      'svc-sdk': 'Client library for Python',
    },
  },
  'pt-BR': {
    title: 'Pacotes deste serviço',
    intro:
      'Este serviço distribui as próprias bibliotecas cliente e a linha de comando. Instale-as daqui, pelo endereço.',
    size: 'Tamanho',
    integrity: 'Integridade',
    install: 'Instalar',
    run: 'Executar sem instalar',
    about: {
      '@svc/sdk': 'Biblioteca cliente para TypeScript e JavaScript',
      '@svc/cli': 'Linha de comando',
      'svc-sdk': 'Biblioteca cliente para Python',
    },
  },
} as const;

type Language = keyof typeof WORDS;

/** The first of our languages that the reader names; English without one. */
export function languageOf(acceptLanguage = ''): Language {
  const named = acceptLanguage.split(',').map((part) => (part.split(';', 1)[0] ?? '').trim().toLowerCase());
  const first = named.find((tag) => /^(pt|en)\b/.test(tag));
  return first?.startsWith('pt') === true ? 'pt-BR' : 'en';
}

/** @param address of all packages */
export function packagesPage(packages: readonly Package[], address: string, language: Language): string {
  const words = WORDS[language];
  const parts = packages.map((one) => section(one, address, language));
  return plainPage(language, words.title, `<p>${words.intro}</p>\n${parts.join('\n')}`);
}

function section(one: Package, address: string, language: Language): string {
  const words = WORDS[language];
  const url = `${address}/${one.file}`;
  const about = (words.about as Readonly<Record<string, string>>)[one.name] ?? '';
  const rows = [
    [words.size, `${new Intl.NumberFormat(language).format(one.bytes.byteLength)} bytes`],
    [words.integrity, `<code>${escaped(one.integrity)}</code>`],
    ...installOf(one, address).map((command) => [words.install, `<code>${escaped(command)}</code>`]),
    ...(one.name === '@svc/cli' ? [[words.run, `<code>npx --yes --package=${escaped(url)} svc --help</code>`]] : []),
  ];
  return `<section>
<h2><a href="${escaped(url)}">${escaped(one.file)}</a></h2>
<p>${escaped(one.name)} ${escaped(one.version)}. ${about}.</p>
<dl>
${rows.map(([term, value]) => `<dt>${term}</dt><dd>${value}</dd>`).join('\n')}
</dl>
</section>`;
}

/** The sources need a builder, which this index does not have. */
function installOf(one: Package, address: string): string[] {
  if (!isOfPython(one)) return [`npm install ${address}/${one.file}`];
  return one.kind === 'wheel' ? [`pip install --index-url ${address}/simple ${one.name}`] : [];
}
