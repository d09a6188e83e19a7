// SPDX-License-Identifier: Apache-2.0
/**
 * Fields of a ticket with the names of chart fields: "Diagnosis: CDN cache stale. Treatment: purge." The value shows
 * that a machine is meant. A line that also names an illness is no ticket.
 */
import { lineAround } from '../context/context.ts';
import type { Document } from '../document/document.ts';
import { WordSet } from '../document/word-set.ts';
import { WEIGHT } from '../lexicon/health-vocabulary.ts';
import { setOf } from '../text/short-texts.ts';
import { entryTest, weightAt } from './entries.ts';

const VALUE_REACH = 90;
const LABEL_GAP_MAX = 2;

const isFieldName = entryTest(
  setOf(
    'diagnosis diagnostico diagnosticos treatment tratamento prognosis prognostico symptom symptoms sintoma sintomas',
  ),
);
/**
 * Words of software, networks and machines. Words that a body shares are left out, such as a disc, a plate, a battery
 * or a network.
 */
const OF_MACHINES = new WordSet(
  'cache cdn dns server servers servidor servidores router roteador switch firewall vpn wifi wi ssl tls certificate ' +
    'certificado certificados login password senha deploy build rollback reboot restart restarted reiniciar reinicio ' +
    'reinstalar reinstall reinstalacao purge purged expurgo cpu ram ssd hd worker workers api endpoint timeout ' +
    'timeouts query queries ' +
    'database postgres mysql redis kafka kubernetes pod pods container driver drivers firmware ' +
    'bug bugs hotfix patch patched config configuration configuracao misconfiguration token tokens cookie cookies ' +
    'browser navegador log logs gateway proxy webhook backend frontend software aplicativo app script cron queue ' +
    'deadlock latency latencia bandwidth throughput leak malware antivirus modem hdmi usb cabeamento motherboard ' +
    'toner impressora printer notebook laptop monitor cooler fusivel disjuntor compressor alternador ' +
    'carburador embreagem radiador correia rolamento valvula bomba pneu pneus pastilha freio freios oleo injetor ' +
    'garantia warranty replica index indexes indices schema migration migracao storage backup quota oom heap nginx ' +
    'site sso oauth ldap smtp license licenca integracao integration sync sincronizacao sincronizar ' +
    'estorno refund faturamento billing boleto cobranca pipeline spam phishing fibra roteamento sinal upstream ' +
    'regression commit merge',
);

/** @param phrase index of a medical word */
export function isFieldOfMachine(document: Document, phrase: number): boolean {
  if (!isFieldName(document, phrase)) return false;
  const start = document.phrases.starts.at(phrase);
  const end = document.phrases.ends.at(phrase);
  if (!isBeforeColon(document, end)) return false;
  const [lineStart, lineEnd] = lineAround(document, start, end);
  const from = Math.max(lineStart, start - VALUE_REACH);
  const to = Math.min(lineEnd, end + VALUE_REACH);
  return OF_MACHINES.isBeside(document, from, start, end, to) && !namesIllness(document, from, to);
}

function isBeforeColon(document: Document, end: number): boolean {
  for (let index = end; index < end + LABEL_GAP_MAX; index += 1) {
    if (document.bytes[index] === 0x3a || document.bytes[index] === 0x3d) return true;
  }
  return false;
}

function namesIllness(document: Document, from: number, to: number): boolean {
  const { starts } = document.phrases;
  for (let phrase = starts.countBelow(from); phrase < starts.length && starts.at(phrase) < to; phrase += 1) {
    if (weightAt(document, phrase) >= WEIGHT.AMBIGUOUS) return true;
  }
  return false;
}
