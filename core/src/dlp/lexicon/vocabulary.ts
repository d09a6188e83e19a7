// SPDX-License-Identifier: Apache-2.0
/**
 * Context words in Portuguese and English, without accents and in lower case. A weak form counts only beside one of its
 * words. A missing line here is a missed finding, and a loose line is a false alarm.
 */

import type { VocabularyLine } from './entry.ts';
import { HEALTH_ANATOMY } from './health-anatomy.ts';
import { HEALTH_DISEASES } from './health-diseases.ts';
import { HEALTH_ENDINGS } from './health-endings.ts';
import { HEALTH_FIGURES } from './health-figures-vocabulary.ts';
import { HEALTH_LIFE } from './health-life-vocabulary.ts';
import { HEALTH_MEDICINES } from './health-medicines.ts';
import { HEALTH_PUBLIC } from './health-public-vocabulary.ts';
import { HEALTH_SAYINGS } from './health-sayings-vocabulary.ts';
import { HEALTH_TALK } from './health-talk-vocabulary.ts';
import { HEALTH_VOCABULARY } from './health-vocabulary.ts';
import { LABEL, maskOf } from './label.ts';

const CONTEXT_VOCABULARY: readonly VocabularyLine[] = [
  {
    labels: maskOf(LABEL.CPF),
    phrases:
      'cpf, cpfs, c p f, cpf mf, cadastro de pessoa(s|) fisica(s|), cadastro de pessoa s fisica s, ' +
      'cadastro da pessoa fisica, contribuinte, taxpayer, taxpayer(s|) id, taxpayer number, nrcpf, nucpf, ' +
      'numcpf, numerocpf, cpfcliente, cpftitular, nocpf, ' +
      'individual taxpayer(s|) (registry|registration|number|id|identification), cadastro pessoa fisica, ' +
      'brazilian tax id, cin, carteira de identidade nacional',
  },
  {
    labels: maskOf(LABEL.CNPJ),
    phrases:
      'cnpj, cnpjs, c n p j, cnpj mf, cgc, cgc mf, cadastro nacional (da|de) pessoa(s|) juridica(s|), ' +
      'company tax id, company registration, corporate taxpayer, nrcnpj, nucnpj, numcnpj, numerocnpj, ' +
      'razao social, company tax number, corporate tax id, corporate taxpayer id, inscrita no cnpj',
  },
  {
    labels: maskOf(LABEL.CPF, LABEL.CNPJ),
    phrases:
      'cpfcnpj, cnpjcpf, tax id, taxid, tax number, tax (id|identification) number, documento, document, doc, ' +
      'documento do (titular|cliente|pagador|recebedor), document number, numero do documento, nr documento, ' +
      'identificacao fiscal, numero fiscal, tin, vat, fiscal (id|number), nif',
  },
  {
    labels: maskOf(LABEL.RG),
    phrases:
      'rg, rgs, r g, registro geral, identidade, identidades, carteira de identidade, cedula de identidade, ' +
      'documento de identidade, doc identidade, doc de identidade, registro geral rg, identity card, id card, ' +
      'identity (number|document), identidade rg, identidade (civil|numero|no|n), nrrg, numerorg, rgcliente, ' +
      'brazilian id, national id, identification card, id (rg|number rg), state id, ci, c i, ci rg',
  },
  {
    labels: maskOf(LABEL.CNH),
    phrases:
      'cnh, cnhs, c n h, habilitacao, carteira de motorista, carteira nacional de habilitacao, ' +
      'carteira de habilitacao, cnh digital, driver(s|) licen(s|c)e, driver s licen(s|c)e, ' +
      'driving licen(s|c)e, driver(s|) licen(s|c)e number, driver s licen(s|c)e number, ' +
      'driving licen(s|c)e number, licen(s|c)e number, dl number, licenca de (motorista|conducao), ' +
      'permissao para dirigir, carta de motorista, carteira de conducao, registro (da|de) (cnh|habilitacao), ' +
      'registro (da|de) carteira de motorista, nrcnh, numerocnh, numcnh, driver(s|) lic, license on file, ' +
      'licence on file, numero de registro cnh, n registro cnh, habilitad(o|a), ' +
      'habilitad(o|a) (sob|com|por) (o|) (registro|numero|n), condutor(a|) (registro|registrado|registrada)',
  },
  {
    labels: maskOf(LABEL.PIX_KEY, LABEL.PIX),
    phrases:
      'chave(s|) pix, chave (do|de|para|para o|da conta|no) pix, pix key(s|), pixkey, pixkeys, chavepix, ' +
      'pix chave, chave aleatoria, chave(s|) aleatoria(s|), chave evp, evp, copia e cola, pix copia e cola, ' +
      'chave pix aleatoria, random key, pix random key, chave dict, dict key, tipo (de|da|) chave pix, ' +
      'pix key type, pixkeytype, chave pix (do|da) (cliente|recebedor), key for pix, ' +
      'pix (account|alias|address), pix (aleatorio|aleatoria|dele|dela), chave de enderecamento, tipochave, tipo de chave, tipo chave',
  },
  {
    // "Aceitamos Pix, chave CPF: …": a key named by its type, which counts only in a text about Pix.
    labels: maskOf(LABEL.PIX_KEY, LABEL.CPF),
    phrases: 'chave(s|) cpf, chave (do|e o) cpf, cpf key, key cpf',
  },
  { labels: maskOf(LABEL.PIX_KEY, LABEL.CNPJ), phrases: 'chave(s|) cnpj, chave (do|e o) cnpj, cnpj key, key cnpj' },
  {
    labels: maskOf(LABEL.PIX_KEY, LABEL.PHONE),
    phrases: 'chave(s|) (celular|telefone|fone|cel|whatsapp), chave (do|e o) (celular|telefone), phone key, key phone',
  },
  {
    labels: maskOf(LABEL.PIX_KEY),
    phrases: 'chave(s|) (email|e mail), chave (do|e o) (email|e mail), email key, key email',
  },
  { labels: maskOf(LABEL.PIX), phrases: 'pix, pixs' },
  {
    labels: maskOf(LABEL.PIX_PARTIAL),
    phrases: 'chave, chaves, key',
  },
  {
    labels: maskOf(LABEL.PHONE),
    phrases:
      'tel, tels, telefone, telefones, fone, fones, telef, telefonica, celular, celulares, cel, cels, whats, ' +
      'whatsapp, whatsap, wpp, whatts, whatsup, zap, zapzap, zapp, wa me, contato, contatos, contatar, ligar, ' +
      'ligue, liga, ligou, liguem, ligando, ligacao, ligacoes, me liga, ligo, liguei, ligaram, recado, ' +
      'recados, phone, phones, telephone, mobile, cell, cellphone, cellular, call, calls, called, calling, ' +
      'sms, text me, text us, text him, text her, text them, contact, contacts, ring, ring me, fax, telegram, ' +
      'fixo, numero de telefone, phone number, phonenumber, mobilephone, cellphonenumber, homephone, ' +
      'workphone, numero do celular, numero de contato, codigo de area, area code, ddd, disque, discar, ' +
      'disquei, dial, hotline, torpedo, msisdn, plantao, ramal, nrtelefone, nutelefone, numtelefone, ' +
      'numerotelefone, telefonecelular, nrcelular, celphone, chamar no, me chama, chama no, ' +
      'atende no, atende pelo, telefone de contato, reach (me|us|him|her|them), number is, my number, ' +
      'meu numero, numero dele, numero dela, novo numero, numero novo, mensagem no, manda mensagem, ' +
      'whatsapp business, wa id, waid, whatsapp id, whatsappid, whatsapp number, wa number, signal number, (fale|fala|falem|falar) (com|c), central de atendimento, sac, telefone do pedido, viber, signal, ' +
      '(celular|telefone|fone|contato|whatsapp) (reserva|de reserva|da reserva|alternativo|secundario), ' +
      'comercial, residencial, (no|nesse|neste|pelo|esse) numero, reach the (customer|client|driver|tenant|guest), ' +
      '(could not|couldn t|can t|cannot) reach, reach(able|ed) (at|on)',
  },
  {
    labels: maskOf(LABEL.CEP),
    phrases:
      'cep, ceps, c e p, viacep, codigo postal, cod postal, codigo de enderecamento postal, ' +
      'enderecamento postal, postal code, postalcode, post code, postcode, zip code, zipcode, zip, zip cep, ' +
      'zip postal code, nrcep, nucep, cdcep, numerocep, cod cep, codigo cep, codigopostal, caixa postal cep, ' +
      'postal',
  },
  {
    labels: maskOf(LABEL.ADDRESS),
    phrases:
      'rua, r, av, avenida, travessa, tv, alameda, al, praca, pca, rodovia, rod, estrada, estr, largo, viela, ' +
      'ladeira, bairro, quadra, logradouro, endereco, enderecos, condominio, edificio, apto, apt, apartamento, ' +
      'residencial, vila, jardim, jd, setor, conjunto, conj, loteamento, municipio, cidade, address, street, ' +
      'street address, bloco, entrega, cobranca em, shipping address, billing address, brasil, brazil, centro, ' +
      'chacara, fazenda, sitio, km, sobrado, sala, andar, complemento, parque, pq, via, esplanada, calcada, ' +
      'servidao, beco, passagem, qd, lt, sqs, sqn, cln, cls, shis, shin',
  },
  {
    labels: maskOf(LABEL.COMMITTEE),
    phrases:
      'comite de etica, comite de etica em pesquisa, conep, parecer, caae, controle estatistico, ' +
      'controle estatistico de processo(s|), carta(s|) de controle, plataforma brasil, ethics committee, cepk, ' +
      'capabilidade, complex event processing, parecer do cep, parecer consubstanciado, cep conep, ' +
      'sistema cep conep, grafico(s|) (cep|de cep|do cep|de controle), limite(s|) de controle, desvio padrao, ' +
      'fora de controle, processo sob controle, subgrupo(s|), six sigma, spc',
  },
  {
    labels: maskOf(LABEL.CARD),
    phrases:
      'cartao, cartoes, cartao de credito, cartao de debito, cartao de credito ou debito, credito, debito, ' +
      'card, cards, credit card, debit card, creditcard, card number, cardnumber, cardno, ccnumber, cc, ccnum, ccno, ' +
      'cardnum, card num, cardnr, cardpan, creditcardnumber, credit card number, creditcardno, credit card no, ' +
      'numerodocartao, maestro, jcb, unionpay, cabal, aura card, track data, trilha do cartao, ' +
      'cc num, cc number, visa, master, mastercard, elo, hipercard, amex, american express, diners, ' +
      'diners club, pan, primary account number, cartao corporativo, cartao virtual, numero do cartao, ' +
      'numerocartao, nrcartao, cartaocredito, numcartao, plastico, payment card, virtual card, ' +
      'cartao adicional, final do cartao, bandeira, maquininha, fatura do cartao, card holder, cardholder, ' +
      'portador do cartao',
  },
  {
    labels: maskOf(LABEL.CARD_AFTER),
    phrases:
      'cvv, cvc, validade, val, vence, vencimento, exp, expiry, expires, expiring, expiration, valid (thru|through|until|till), good thru, vencendo, valido ate, ' +
      'cod seguranca',
  },
  {
    labels: maskOf(LABEL.SUS),
    phrases:
      'cns, cartao (do|de|) sus, carteira do sus, cartao nacional de saude, cartao (da|de) saude, cadsus, ' +
      'numero (do|no) sus, cartao do sus n, numero do cartao sus, sus card, cartao nacional (de) saude cns, ' +
      'national health card, carteirinha (do) sus, registro (do|no) sus, health card, cartaosus, sus',
  },
  {
    labels: maskOf(LABEL.SECRET),
    phrases:
      'api key(s|), apikey, apikeys, api token, apitoken, api secret, apisecret, secret, secrets, secret key, ' +
      'secretkey, secret access key, access key, accesskey, access token, accesstoken, auth token, authtoken, ' +
      'auth key, token, tokens, bearer, bearer token, client secret, clientsecret, private token, credential, ' +
      'credentials, credencial, credenciais, refresh token, refreshtoken, app secret, appsecret, app key, ' +
      'appkey, consumer secret, consumer key, shared secret, signing (key|secret), encryption key, master key, ' +
      'account key, accountkey, shared access key, sharedaccesskey, webhook secret, service key, servicekey, ' +
      'session token, session secret, session key, jwt, jwt secret, license key, deploy token, ' +
      'personal access token, pat, bot token, access (secret|credential), ' +
      'chave(s|) (da|de|do|secreta|privada da|para a|de acesso da|de acesso a) api, chave de acesso, ' +
      'chave secreta, chave de (autenticacao|integracao|producao), chave api, chave(s|) de api, ' +
      'token de (acesso|autenticacao|integracao|producao|api), token (da|do|api), segredo, ' +
      'segredo (do cliente|compartilhado|da api), senha (da|de) api, x api key, x auth token, ' +
      'api access token, basic, passphrase, authorization, autorizacao bearer, hmac key, ' +
      'hmac secret, salt key, publishable secret, storage key, access key id, secret token, webhook token, ' +
      'integration token, integration key',
  },
  {
    labels: maskOf(LABEL.SECRET, LABEL.BARE_KEY),
    phrases: 'key, chave',
  },
  {
    // A name with one of these words is public, derived or a mere handle, even beside "key" or "token".
    labels: maskOf(LABEL.NOT_SECRET),
    phrases:
      'public key, publickey, public keys, chave publica, primary key, chave primaria, foreign key, ' +
      'chave estrangeira, partition key, sort key, cache key, cachekey, routing key, object key, row key, ' +
      'group key, unique key, idempotency key, idempotencykey, page token, next page token, nextpagetoken, ' +
      'continuation token, next token, pagination token, cursor, site key, sitekey, key id, keyid, kid, ' +
      'private key id, public key id, signing key id, encryption key id, master key id, kms key id, key version, key alias, key fingerprint, fingerprint, ssh rsa, ssh ed, hash, sha, checksum, ' +
      'digest, integrity, etag, commit, revision, rev, csrf token, xsrf token, csrf, token count, max tokens, ' +
      'tokenizer, key name, secret name, secret names, secret version, token id, tokenid, key vault, ' +
      'secret manager, key ring, chave natural, public token, publishable key, translation key, ' +
      'chave de acesso da (nf|nfe|nf e|nfce|nota|cte|mdfe), chave de acesso (nfe|nfce|nf e|nf|cte), ' +
      'chave da (nf|nfe|nf e|nfce|nota|danfe), chave nfe, chave (de consulta|de seguranca da nota), ' +
      'certificate, certificado, signature, assinatura, nonce, uuid, guid, thumbprint, device token, ' +
      'secret arn, secret ref, secret key ref, secretkeyref, secret id, key type, token type, key size, ' +
      'token endpoint, token url, chave pix, encrypted, criptografad(o|a), cifrad(o|a), ciphertext, cipher text, ' +
      'ciphertextblob, ciphertext blob',
  },
  {
    labels: maskOf(LABEL.OTHER),
    phrases:
      'pedido, pedidos, order, orders, order id, order number, protocolo, protocol, protocol number, ' +
      'protocolos, nota fiscal, nf, nfe, nf e, nfce, nfs e, danfe, boleto, boletos, linha digitavel, ' +
      'codigo de barras, barcode, bar code, codigo, cod, code, rastreio, rastreamento, tracking, ' +
      'tracking number, fatura, faturas, invoice, invoices, contrato, contratos, contract, matricula, ' +
      'processo, processos, ticket, tickets, chamado, chamados, case, incidente, incident, transacao, ' +
      'transacoes, transaction, transactions, transaction id, nsu, autorizacao, authorization code, lote, ' +
      'lotes, batch, serie, serial, serial number, numero de serie, sku, ean, gtin, upc, isbn, ' +
      'issn, imei, iccid, imsi, simcard, chip, pis, pasep, pis pasep, nis, nit, renavam, titulo de eleitor, ' +
      'titulo eleitoral, titulo, conta, conta corrente, agencia, account, account number, bank account, ' +
      'timestamp, unix, epoch, ts, iat, nbf, created, updated, created at, updated at, versao, version, build, ' +
      'commit, hash, placa, chassi, inscricao estadual, inscricao municipal, ie, ncm, cnae, cfop, cest, valor, ' +
      'total, preco, price, amount, qtd, quantidade, cupom, cupom fiscal, voucher, referencia, ref, reference, ' +
      'sequencial, crm, oab, crea, coren, crp, cro, guia, pid, offset, bytes, ms, duration, latency, ' +
      'requisicao, request, request id, trace, trace id, span, span id, correlation id, session, session id, ' +
      'job, event, evento, id, ids, uuid, guid, nosso numero, remessa, ordem de servico, os, ordem, ' +
      'solicitacao, reserva, booking, localizador, apolice, sinistro, patrimonio, medidor, instalacao, ' +
      'unidade consumidora, codigo do cliente, numero do cliente, customer id, user id, userid, orderid, ' +
      'part number, pn, sn, s n, modelo, model, produto, product, product code, item, itens, txid, end to end, ' +
      'endtoend, endtoendid, end to end id, cartao fidelidade, gift card, giftcard, ' +
      'vale presente, cartao presente, parecer, registro, cadastro, rg ie, cei, caepf, ctps, certidao, cnes, ' +
      'ibge, codigo ibge, siape, siafi, empenho, licitacao, edital, port, porta, carteirinha, ' +
      'numero da carteirinha, bilhete, ficha, senha, medida, coordenadas, latitude, longitude, rntrc, anvisa, ' +
      'registro anvisa, mapa, renach, espelho, ra, prontuario, mrn, sample, amostra, seed, deposito, ' +
      'comprovante, zipfile, zip (archive|archives|file|files|folder|bomb), (arquivo|pasta|pacote) zip, arquivo, file, files, checksum, quantity, units, unidades, peso, weight, size, ' +
      'tamanho, count, number of, sum, subtotal, protocolo de atendimento, sinal, extrato, saldo, balance',
  },
  {
    // Handles that stand between the word Pix and a UUID which is then no key.
    labels: maskOf(LABEL.HANDLE),
    phrases:
      'rejeitado, rejeitada, falhou, falha, enviado, enviada, envio, cancelado, cancelada, estornado, ' +
      'estornada, devolvido, devolvida, aprovado, aprovada, confirmado, confirmada, concluido, concluida, ' +
      'processado, processada, pendente, agendado, agendada, expirado, expirada, liquidado, liquidada, criado, ' +
      'criada, recebido, recebida, pago, paga, rejected, failed, cancelled, canceled, approved, completed, ' +
      'pending, created, expired, settled, refunded, timeout, status, retry, erro, error, pix id, ' +
      'id (do|da) pix, txid, tx id, end to end, end to end id, endtoend, endtoendid, transacao, ' +
      'transacoes, transaction, transaction id, transactions, cobranca, cobrancas, charge, charges, cob, cobv, ' +
      'request, request id, requestid, webhook, correlation, correlation id, correlationid, correlacao, trace, ' +
      'traceid, job, event, eventid, evento, devolucao, refund, session, pedido, order, orders, orderid, id, ' +
      'ids, uuid, guid, protocolo, payment, payments, pagamento id, idempotency, idempotency key, ' +
      'idempotencia, payload, location, loc, reference, referencia, ticket, chamado, commit, hash, tenant, ' +
      'tenantid, log, message id, processo, build, deploy, deployment, pod, container, device, transactionid, ' +
      'chargeid, paymentid, operacao, operation, lote, solicitacao, cliente id, customer id, user id, ' +
      'account id, boleto, fatura, invoice, pedidos, recibo, comprovante',
  },
  {
    // Words that make an address or number near Pix the payer's, the recipient's of a receipt, or a support contact.
    labels: maskOf(LABEL.RECEIPT),
    phrases:
      'comprovante, comprovantes, recibo, receipt, devolvido, devolvida, devolucao, estorno, estornado, ' +
      'estornar, reembolso, refund, pagador, pagadora, payer, duvidas, duvida, suporte, support, atendimento, ' +
      'reclamacao, enviado por email, falar com, fale com, contato, contact, ouvidoria, notificacao, ' +
      'notificado, notificar, confirmacao, confirmation, aviso, caiu, recebido, recebida, received, pago por, ' +
      'paid by, pagou, debitado, golpe, fraude, fraud, cadastro, login, usuario, user, cliente, customer, ' +
      'nota fiscal, invoice, sent by, aprovado, approved, failed, falhou, limite, agendado, ligue, ligar, ' +
      'call, mandar o comprovante, responder, avisar, avise, email me, questions, help, atualizou, alterou',
  },
  {
    labels: maskOf(LABEL.GENERIC),
    phrases:
      'id number, document number type, valor, value, values, val, numero, number, num, nr, nro, no, n, text, ' +
      'texto, content, conteudo, data, dado, principal, residencial, comercial, casa, trabalho, home, work, ' +
      'secundario, secondary, primary, main, primario, alternativo, pessoal, personal, full, completo, ' +
      'formatted, raw, digits, tipo, type, label, field, campo, resposta, answer, default, placeholder, mask, ' +
      'input, string, nome, name, mae, pai, esposa, marido, emergencia, emergency, other, outro, obs, ' +
      'um, dois, op, eq, where, match, filter, query, search, q, busca, term, msg, message, ' +
      'mensagem, body, title, detail, details, description, descricao, nota, note, notes, observacao, comment, ' +
      'segue, seguem, abaixo, follows, below, ' +
      'log, line, user, cliente, customer, path, url, uri',
  },
  {
    labels: maskOf(LABEL.ICD),
    phrases:
      'cid, c i d, cids, icd, codigo cid, diagnostico cid, hd, dx, ' +
      'codigo (da|de) doenca, classificacao internacional de doencas, icd code, cid principal, ' +
      'cid secundario, hipotese diagnostica, diagnostico, diagnostico principal, diagnosis, diagnosis code',
  },
  {
    labels: maskOf(LABEL.ISSUER),
    phrases:
      'sspds, sspdc, ssp, sspsp, sesp, sespdc, sesdec, sejusp, sejsp, sesed, seds, sds, sjs, sjtc, sj, sptc, ' +
      'snj, secc, ses, ifp, iirgd, iipr, iimg, igp, itep, itb, detran, dgpc, dpf, dpt, dic, pcmg, pcrj, pcerj, ' +
      'pc, pm, pmmg, maer, mex, mma, md, politec, gejspc, cnt, secretaria de seguranca publica, ' +
      'instituto felix pacheco, policia civil, marinha, exercito, ifp rj',
  },
  {
    labels: maskOf(LABEL.PRIVATE_KEY),
    phrases:
      'private key, private key block, begin private key, encrypted private key, rsa private key, ' +
      'putty user key file, pu tty user key file, ssh private key, begin rsa private key, ' +
      'begin ec private key, begin openssh private key, ec private key, openssh private key, dsa private key, ' +
      'pgp private key, pgp private key block',
  },
  { labels: maskOf(LABEL.AT), phrases: 'at, arroba' },
  {
    labels: maskOf(LABEL.SHELL),
    phrases: 'sip, sips, ssh, scp, sftp, rsync, message id, in reply to, references, content id, git clone, msgid',
  },
  { labels: maskOf(LABEL.SQL_VALUES), phrases: 'values' },
  { labels: maskOf(LABEL.TABLE_HEAD), phrases: 'th' },
];

export const VOCABULARY: readonly VocabularyLine[] = [
  ...CONTEXT_VOCABULARY,
  ...HEALTH_VOCABULARY,
  ...HEALTH_ANATOMY,
  ...HEALTH_DISEASES,
  ...HEALTH_SAYINGS,
  ...HEALTH_LIFE,
  ...HEALTH_TALK,
  ...HEALTH_MEDICINES,
  ...HEALTH_ENDINGS,
  ...HEALTH_FIGURES,
  ...HEALTH_PUBLIC,
];
