// SPDX-License-Identifier: Apache-2.0

import type { words as en } from './words-en.ts';

export const words: typeof en = {
  title: 'Testar arquivos de políticas',
  policies: 'Políticas',
  lead:
    'Escolha os arquivos de um conjunto de políticas. As decisões de produção dos últimos dias são decididas de novo ' +
    'com ele. Nada é salvo.',
  choose: 'Escolher arquivos',
  drop: 'ou solte arquivos YAML aqui',
  readOnly: 'Proprietários e administradores testam arquivos nas decisões dos últimos dias.',
  tooLarge: (megabytes) => `Os arquivos têm juntos mais de ${megabytes} MB.`,
  unreadable: (file) => `Não foi possível ler ${file}.`,
  set: (policies, files, isOne, isOneFile) =>
    `${policies} ${isOne ? 'política' : 'políticas'} em ${files} ${isOneFile ? 'arquivo' : 'arquivos'}.`,
  whole: 'Os arquivos valem como o conjunto completo: uma política salva que não esteja neles fica de fora.',
  without: (files) => `Nenhuma política em: ${files}.`,
  faults: 'Corrija isto nos arquivos primeiro',
  isOld: 'Os arquivos foram escolhidos de novo depois disso. Decida de novo para ver o que eles mudam.',
  effect: 'O que fica mais permissivo',
  apply: 'Para que passem a valer, aplique-os',
};
