// SPDX-License-Identifier: Apache-2.0
/** Other meanings of the names of illnesses, with the words that show them. */
import { WordSet } from '../document/word-set.ts';

/** Another sense of a word, with the words that show it. */
export interface OtherSense {
  /** Words that count on the line of the word, even beside a person's name. */
  surely?: WordSet;
  /** The reach of the search for these, in bytes; a whole sentence by default. */
  reach?: number;
  /** Words that count right beside the word, even beside a person's name. */
  beside?: WordSet;
  /** Words that count near the word, where no person is mentioned. */
  perhaps?: WordSet;
  /** True when an amount shows it too: "CHF 120". */
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
const TYRES = new WordSet('pneu pneus tires tyres drift');
const RACES = new WordSet(
  'pneu pneus tire tires tyre tyres drift autodromo arrancada ingresso ingressos zerinho racha dragster rocket stage ' +
    'orbit chart burndown sprint',
);
const STREAMS = new WordSet('mux jitter pid mpeg mpegts canal');
const COMPLAINTS = new WordSet(
  'main only biggest my our his her their is about with the customers common minor one was i',
);

const TROUBLES = new WordSet(
  'lamentamos lamento desculpe desculpem desculpas desculpa sentimos pedido pedidos entrega entregas atraso atrasos ' +
    'causado causados causou inconveniente incomodo incomodos compreensao cliente clientes chamado atendimento ' +
    'reembolso compra loja voo reserva obra obras transito interdicao evitar maiores apologies',
);
const REGISTERS = new WordSet(
  'cnpj receita empresa empresas cadastral cadastro fornecedor fornecedores situacao inscricao estadual ie sefaz mei ' +
    'simples filial matriz',
);
/** "Eu pus o contrato na pasta". */
const PUT = new WordSet('eu ja nos o os um uma meu meus minha tudo isso ele ela eles');
const DETOURS = new WordSet(
  'proxy firewall cache validador validator validacao check checks gate login auth rule regra pipeline api fila ' +
    'filtro filter codigo code deploy server servidor rota via estrada transito valvula valve vpn cdn limit limite fix ' +
    'review aprovacao approval token flag',
);
const COFFEES = new WordSet('cafe coffee nespresso dolce gusto copa maquina expresso espresso');
const WALLS = new WordSet('parede paredes piso obra laje muro forro estrutura tubulacao caixa embalagem porta teto');
const PROFILES = new WordSet(
  'linha perfil matriz plastico plasticos extrusora aluminio turno polimero pvc producao maquina filme molde',
);
const REPAIRS = new WordSet(
  'portao carro moto celular relogio telhado geladeira torneira computador maquina sapato roupa tecnico mecanico loja ' +
    'cano pneu bicicleta televisao tv',
);
const SEAMS = new WordSet(
  'panorama panoramas image images video clips data pages fabric sewing thread together imagens',
);
const SOUNDS = new WordSet('som caixa alto falante microfone audio fonte ventilador motor transformador radio cabo');
const OILS = new WordSet('oleo limao baunilha detergente cola chuva lubrificante dobradica corante adocante');
const CURDS = new WordSet('leite queijo coalho tanque eta lodo floculacao efluente');
const MASKS = new WordSet('mascara epi epis filtro 3m ca cipa pff2 poeira carter solda');
const BRAKES = new WordSet('radiador freio freios sistema hidraulico embreagem motor');
const CITY = new WordSet(
  'office flight flights voo uk scotland escocia city cidade viaja viagem viajou university airport hotel meeting ' +
    'client escritorio filial branch team celtic rangers airlines train',
);

const AIR = new WordSet('ar');
const RIGHTS = new WordSet(
  'erario patrimonio direito direitos juridica contrato consumidor patrimonial honra principio',
);
const ROOMS = new WordSet('quarto quartos room rooms hospede diaria diarias noites apartamento andar varanda reserva');
const CONFISCATIONS = new WordSet(
  'asset assets ordered court judge police truck property goods customs warrant cargo contraband officer vessel vehicle',
);
const CHOICES = new WordSet('decision decisions choice choices move moves judgment judgement act');
const SUMS = new WordSet('money cash payment payments invoice fee fees dollars bill bills');
const PROGRAMS = new WordSet(
  'package packages code file files url script payload actor traffic domain link legacy transacao transacoes ' +
    'transaction transactions rollback deploy build commit job thread processo request',
);
const BATTERIES = new WordSet('bateria baterias battery batteries pilha pilhas cell cells ion celula celulas power');
const COMPANIES = new WordSet('ltd inc llc consulting invoice contract corp ltda gmbh research group signed vendor');

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
  ['transtorno', { surely: TROUBLES }],
  ['transtornos', { surely: TROUBLES }],
  ['inapto', { surely: REGISTERS }],
  ['inapta', { surely: REGISTERS }],
  ['pus', { beside: PUT }],
  ['bypass', { surely: DETOURS }],
  ['capsula', { surely: COFFEES }],
  ['capsulas', { surely: COFFEES }],
  ['abaulamento', { surely: WALLS }],
  ['extrusao', { surely: PROFILES }],
  ['concerta', { surely: REPAIRS }],
  ['stitches', { surely: SEAMS }],
  ['zumbido', { surely: SOUNDS }],
  ['gotas', { surely: OILS }],
  ['coagulacao', { surely: CURDS }],
  ['respirador', { surely: MASKS }],
  ['sangramento', { surely: BRAKES }],
  ['glasgow', { surely: CITY }],
  ['hernia', { surely: TYRES }],
  ['comprimido', { beside: AIR }],
  ['lesao', { surely: RIGHTS }],
  ['fumante', { surely: ROOMS }],
  ['seizure', { surely: CONFISCATIONS }],
  ['seizures', { surely: CONFISCATIONS }],
  ['rash', { surely: CHOICES }],
  ['cough', { surely: SUMS }],
  ['malignant', { surely: PROGRAMS }],
  ['aborto', { surely: PROGRAMS }],
  ['abortion', { surely: PROGRAMS }],
  ['litio', { surely: BATTERIES }],
  ['lithium', { surely: BATTERIES }],
  ['bmi', { surely: COMPANIES }],
  ['ecg', { surely: COMPANIES }],
  ['mri', { surely: COMPANIES }],
]);
