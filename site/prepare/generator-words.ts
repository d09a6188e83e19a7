// SPDX-License-Identifier: Apache-2.0
/** The generator's own words that this site shows, in both languages. */
type Words = Record<string, Record<string, string>>;

const words = (en: string, pt: string) => ({ en, 'pt-BR': pt });

export const GENERATOR_WORDS: Words = {
  menuTitle: words('Menu', 'Menu'),
  outlineTitle: words('On this page', 'Nesta página'),
  prevPageText: words('Previous page', 'Página anterior'),
  nextPageText: words('Next page', 'Próxima página'),
  codeButtonGroupCopyButtonText: words('Copy the code', 'Copiar o código'),
  codeButtonGroupWrapButtonText: words('Wrap long lines', 'Quebrar linhas longas'),
};

/** Words of parts that this site does not show: the generator asks for all of them. */
export function inEnglish(all: Words): Words {
  return Object.fromEntries(Object.entries(all).map(([key, { en = '' }]) => [key, words(en, en)]));
}
