// SPDX-License-Identifier: Apache-2.0
/**
 * The objects of allergies and overdoses. People are allergic to shrimp and latex; in a figure of speech, to meetings,
 * praise and anything else. The real causes can be listed, the figures of speech cannot.
 */
import { type Document, isDigitAt, isLetterAt, textAt } from '../document/document.ts';
import { WordSet } from '../document/word-set.ts';
import { WEIGHT } from '../lexicon/health-vocabulary.ts';
import { setOf } from '../text/short-texts.ts';
import { weightAt } from './entries.ts';

const HEAD_PLACES = 3;
const HEAD_LENGTH = 5;
const OBJECT_REACH = 56;

const LINKS = setOf('a ao aos as to of de contra against');
const LINK_LENGTH_MAX = 7;
const HEADS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['alerg', setOf('a ao aos as to')],
  ['aller', setOf('to')],
  ['overd', setOf('of de')],
  ['vacin', setOf('contra')],
  ['vacci', setOf('against')],
]);

/** Food, animals, plants, materials and medicines, without a plural s. The dictionary has other medicines. */
const ALLERGENS = withPlurals(
  'camarao camaroes lagosta caranguejo siri marisco crustaceo peixe salmao atum polvo lula ostra mexilhao fruto ' +
    'leite lactose caseina proteina queijo ovo clara gema amendoim noz nozes castanha amendoa avela pistache ' +
    'macadamia soja trigo gluten aveia milho cevada centeio gergelim mostarda aipo tremoco coco kiwi banana ' +
    'morango abacaxi mamao manga melancia melao laranja limao maracuja pessego maca uva tomate pimenta canela ' +
    'cebola alho chocolate cacau mel corante tartrazina conservante sulfito glutamato aspartame acucar alcool ' +
    'cerveja vinho fermento levedura carne porco frango glicerina latex borracha niquel metal bijuteria prata ' +
    'ouro cromo cimento esmalte acrilico cola resina tinta henna perfume fragrancia desodorante shampoo xampu ' +
    'sabao sabonete detergente amaciante cloro amonia formol cosmetico maquiagem creme protetor filtro repelente ' +
    'inseticida veneno la sintetico poliester plastico couro esparadrapo fita adesivo micropore algodao tecido po ' +
    'poeira acaro mofo fungo bolor umidade polen grama planta pollen flor eucalipto hera pelo pena gato gata ' +
    'cachorro cao cavalo coelho hamster rato barata picada abelha vespa marimbondo formiga mosquito pernilongo ' +
    'inseto pulga carrapato aranha agua-viva sol frio calor suor fumaca cigarro incenso medicamento remedio ' +
    'antibiotico analgesico anestesia anestesico anti-inflamatorio aine aines sulfa iodo contraste vacina soro ' +
    'dipirona penicilina aas cefalosporina opioide algo alguma algum varios varias tudo nada qualquer substancia ' +
    'ingrediente alimento comida substance shrimp lobster crab shellfish fish salmon tuna seafood oyster clam ' +
    'squid milk dairy lactose casein cheese whey egg peanut nut walnut almond cashew pecan hazelnut pistachio soy ' +
    'wheat barley rye oat corn sesame mustard celery lupin coconut kiwi banana strawberry strawberries berry ' +
    'berries pineapple mango peach apple citrus orange tomato tomato pepper garlic onion avocado chocolate cocoa ' +
    'honey dye sulfite msg aspartame alcohol beer wine yeast meat pork chicken beef gelatin rubber nickel silver ' +
    'gold cobalt cement acrylic adhesive glue resin tape bandage bandaid perfume fragrance deodorant soap lotion ' +
    'sunscreen detergent bleach ammonia chlorine makeup wool polyester plastic leather cotton fabric dust mite ' +
    'mold mould mildew spore grass ragweed hay tree cedar birch oak flower ivy dander fur hair feather cat dog ' +
    'horse rabbit rodent bird cockroach cockroaches bee wasp hornet ant sting mosquito insect bug spider ' +
    'jellyfish sun cold heat sweat smoke medication medicine drug antibiotic painkiller anesthesia anesthetic ' +
    'nsaid sulfa iodine contrast dye vaccine penicillin codeine morphine aspirin something several many most ' +
    'everything nothing anything ingredient food spice preservative legume lentil bean pea',
);
const DRUGS = withPlurals(
  'pill pills sleeping drug drugs medication tablet tablets heroin opioid opioids fentanyl meth crack oxy benzo ' +
    'benzos droga drogas remedio remedios medicamento medicamentos comprimido comprimidos calmante calmantes ' +
    'heroina cocaina ecstasy insulina insulin vitamina vitamin iron ferro lsd mdma',
);

/** Targets of vaccines; the dictionary knows other medical words. */
const INFECTIONS = withPlurals(
  'raiva variola pneumo pneumococo meningo meningococo hpv hpv4 hpv9 h1n1 corona coronavirus covid19 rotavirus virus ' +
    'bacteria doenca disease polio influenza gripe mpox monkeypox rabies smallpox pertussis varicella zoster tb hep ' +
    'hib bronquiolite carrapato antraz anthrax typhus tifo encefalite',
);
const KNOWN: ReadonlyMap<string, WordSet> = new Map([
  ['overd', DRUGS],
  ['vacin', INFECTIONS],
  ['vacci', INFECTIONS],
]);

/** The list also holds their plurals. */
function withPlurals(words: string): WordSet {
  return new WordSet(`${words} ${words.replaceAll(' ', 's ')}s`);
}

/** The first letters of words that ask for an object, such as "alergia". Two letters rule out most words. */
function headOf(document: Document, start: number, end: number): string | null {
  const { bytes } = document;
  let place = start;
  for (let count = 0; count < HEAD_PLACES && place < end; count += 1) {
    if (mayBeHead(bytes, place)) {
      const head = textAt(document, place, Math.min(end, place + HEAD_LENGTH)).toLowerCase();
      if (HEADS.has(head)) return head;
    }
    while (place < end && bytes[place] !== 0x20) place += 1;
    place += 1;
  }
  return null;
}

/** These words begin with al, ov or va. */
function mayBeHead(bytes: Uint8Array, place: number): boolean {
  const first = (bytes[place] as number) | 0x20;
  const second = (bytes[place + 1] as number) | 0x20;
  if (first === 0x61) return second === 0x6c;
  return first === 0x6f ? second === 0x76 : first === 0x76 && second === 0x61;
}

/** "Alérgica a fila", "an overdose of memes": the object is nothing that a body reacts to. */
export function isOfNoSubstance(document: Document, start: number, end: number): boolean {
  if (document.bytes[end] !== 0x20) return false;
  const head = headOf(document, start, end);
  if (head === null || hasHealthWord(document, end)) return false;
  const links = HEADS.get(head) as ReadonlySet<string>;
  const last = textAt(document, lastWordOf(document, start, end), end).toLowerCase();
  // The preposition belongs to the phrase, "allergic to", or follows it. Another preposition asks for no object.
  const isLinked = links.has(last);
  if (!isLinked && LINKS.has(last)) return false;
  const to = clauseEnd(document, end);
  const next = wordStart(document, end, to);
  if (!isLinked && !links.has(textAt(document, next, wordEnd(document, next, to)).toLowerCase())) return false;
  return hasObject(document, end, to) && !(KNOWN.get(head) ?? ALLERGENS).isIn(document, end, to);
}

/** Start of the last word of a phrase. */
function lastWordOf({ bytes }: Document, start: number, end: number): number {
  let from = end;
  while (from > start && bytes[from - 1] !== 0x20) from -= 1;
  return from;
}

/** End of the sentence that continues at `from`. */
function clauseEnd({ bytes }: Document, from: number): number {
  const to = Math.min(bytes.length, from + OBJECT_REACH);
  for (let index = from; index < to; index += 1) {
    const byte = bytes[index] as number;
    if (ENDS_CLAUSE[byte] === 1 && (byte !== 0x2e || bytes[index + 1] === 0x20)) return index;
  }
  return to;
}

const ENDS_CLAUSE = new Uint8Array(256);
for (const character of '\n.!?;"') ENDS_CLAUSE[character.charCodeAt(0)] = 1;

/** Start of the next word; `to` when there is none. */
function wordStart(document: Document, from: number, to: number): number {
  let start = from;
  while (start < to && !isLetterAt(document, start) && !isDigitAt(document, start)) start += 1;
  return start;
}

function wordEnd(document: Document, start: number, to: number): number {
  let end = start;
  while (end < to && (isLetterAt(document, end) || isDigitAt(document, end))) end += 1;
  return end;
}

/** True when a word other than a preposition follows. */
function hasObject(document: Document, from: number, to: number): boolean {
  let start = wordStart(document, from, to);
  while (start < to) {
    const end = wordEnd(document, start, to);
    if (end - start > LINK_LENGTH_MAX || !LINKS.has(textAt(document, start, end).toLowerCase())) return true;
    start = wordStart(document, end, to);
  }
  return false;
}

/** True when a medicine or another medical word follows right behind. */
function hasHealthWord(document: Document, end: number): boolean {
  const { starts } = document.phrases;
  for (let phrase = starts.countBelow(end); phrase < starts.length; phrase += 1) {
    if (starts.at(phrase) > end + OBJECT_REACH) return false;
    if (weightAt(document, phrase) >= WEIGHT.AMBIGUOUS) return true;
  }
  return false;
}
