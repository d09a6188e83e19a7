/** What names of illnesses name besides: words beside which they are none. */
import { WordSet } from '../word-set.ts';

/** Another sense of a word, by the words that tell it. */
export interface OtherSense {
  /** On the line of the word, whoever is named there. */
  surely?: WordSet;
  /** How far these are looked for, in bytes; a whole sentence where it is not given. */
  reach?: number;
  /** Right beside the word, whoever is named there. */
  beside?: WordSet;
  /** Near the word, where nobody is spoken of. */
  perhaps?: WordSet;
  /** Whether an amount says it too: "CHF 120". */
  isMoney?: boolean;
}

const VIDEO = new WordSet(
  'h264 264 codec codecs hevc mpeg mp4 mkv mov fps mbps kbps bitrate 1080p 720p 1080 2160p 4k video videos ffmpeg ' +
    'libx264 aac av1 vp9 hdr bits container encoder decoder compressao streaming',
);
const MACHINES = new WordSet(
  'bomba bombas caldeira caldeiras valvula valvulas compressor compressores pressostato manometro hidraulico ' +
    'hidraulica hidrante oleo mangueira tubulacao chiller condensador evaporador pneu pneus cilindro retentor purga ' +
    'lavadora vapor turbina duto sensor flexivel encanamento vazao reservatorio gas refrigerante ' +
    'descarga succao radiador injetor',
);
const MONEY = new WordSet(
  'usd eur gbp brl inr jpy salary invoice price fee cost salario preco cambio taxa franco francos franc francs ' +
    'zug zurich geneva zurique genebra swiss suico',
);
const KITS = new WordSet(
  'kit kits regime skd cbu montagem assembly importacao import veiculos vehicles container plant fabrica',
);
const DAM = new WordSet(
  'dam nile ethiopia ethiopian egypt sudan addis cairo filling reservoir turbine turbines barragem nilo',
);
const CLOCKS = new WordSet('clock clocks local ends starts begins horario muda hora relogio');
const WATERFALLS = new WordSet(
  'iguacu trilha cachoeira passeio parque rio passarela mirante queda turismo fazenda metros foz excursao',
);
const BANKS = new WordSet('bank banco informed defined');
const GRAMMARS = new WordSet('grammar parser syntax gramatica ebnf abnf compiler lexer');
const CLOCK_WORDS = new WordSet(
  'shift bug bugs cron utc gmt timezone timezones tz offset daylight clock clocks timestamp switch standup calendar ' +
    'recurring fuso fusos hour hours sunday scheduler spring fall ends crontab pst est cet standard',
);
const VIDEO_FORMATS = new WordSet(
  '1080p 720p 2160p 480p mp4 mkv mov codec codecs h264 hevc av1 vp9 aac ffmpeg bitrate mbit mbps fps encoder ' +
    'reencode transcode profile muxer',
);
const TAXES = new WordSet(
  'cbs icms iss pis cofins ipi iva aliquota aliquotas tributaria tax taxes municipality credito',
);
const TYRES = new WordSet('pneus tires tyres drift');
const RACES = new WordSet(
  'pneu pneus tire tires tyre tyres drift autodromo arrancada ingresso ingressos zerinho racha dragster rocket stage ' +
    'orbit chart burndown sprint',
);
const STREAMS = new WordSet('mux jitter pid mpeg mpegts canal');
const COMPLAINTS = new WordSet(
  'main only biggest my our his her their is about with the customers common minor one was i',
);

export const OTHER_SENSES: ReadonlyMap<string, OtherSense> = new Map<string, OtherSense>([
  ['avc', { surely: VIDEO_FORMATS, beside: VIDEO, perhaps: VIDEO }],
  ['pressao alta', { perhaps: MACHINES }],
  ['chf', { perhaps: MONEY, isMoney: true }],
  ['ckd', { perhaps: KITS }],
  ['gerd', { perhaps: DAM }],
  ['dst', { surely: CLOCK_WORDS, perhaps: CLOCKS }],
  ['catarata', { perhaps: WATERFALLS }],
  ['tbi', { perhaps: BANKS }],
  ['bnf', { perhaps: GRAMMARS }],
  ['ibs', { surely: TAXES }],
  ['burnout', { surely: RACES }],
  ['burn out', { surely: TYRES }],
  ['pcr', { surely: STREAMS }],
  ['gripe', { surely: COMPLAINTS, reach: 28 }],
]);
