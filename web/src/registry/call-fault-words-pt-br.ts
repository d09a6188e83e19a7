// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './call-fault-words-en.ts';

export const words: typeof en = {
  'invalid address': 'endereço inválido',
  'egress refused: the address is not public and SVC_EGRESS_ALLOW does not name it':
    'saída recusada: o endereço não é público e SVC_EGRESS_ALLOW não o inclui',
  'egress refused: a credential travels over https only': 'saída recusada: credenciais só são enviadas por https',
  'DNS failure': 'falha de DNS',
  'connection refused': 'conexão recusada',
  'host unreachable': 'host inacessível',
  'connection reset': 'conexão interrompida',
  'TLS failure': 'falha de TLS',
  'time-out': 'tempo esgotado',
  'invalid response': 'resposta inválida',
  'invalid header': 'cabeçalho inválido',
  'upstream busy': 'destino ocupado',
  aborted: 'cancelada',
  'outcome unknown': 'resultado desconhecido',
  'internal error': 'erro interno',
  'the secret of the endpoint cannot be opened': 'o segredo do endpoint não pode ser aberto',
  'the delivery could not be sent': 'a entrega não pôde ser enviada',
};
