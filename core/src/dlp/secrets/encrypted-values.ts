// SPDX-License-Identifier: Apache-2.0
/** Values that were encrypted before they were written: `vault:v1:…`, `ENC[AES256_GCM,…]`. They are no secrets. */
import { type Document, textAt } from '../document/document.ts';

/** How ciphertexts begin: of HashiCorp Vault, Kubernetes, cloud key services, Windows, and with a plain word. */
const HEADS = [
  ...['vault:v', 'k8s:enc:', 'kms:', 'awskms:', 'gcpkms:', 'azurekms:', 'aqicah', 'aqecah', 'ayade', 'ciqa'],
  ...['01000000d08c9ddf', 'encrypted:', 'encrypt:', 'enc:', 'cipher:', 'secure:', 'sops:', 'pbe:', 'aes:', 'aes256:'],
  ...['aesgcm:', 'rsa:', 'gpg:', 'pgp:', 'age:', '$ansible_vault', 'crypt:', 'sealed:', 'eyaml:', 'dpapi:', 'jwe:'],
];
/** Names of functions and formats before a ciphertext in brackets. */
const OPENERS = ['enc[', 'enc(', 'ej[', '{cipher}', 'decrypt(', 'encrypted(', 'vault('];
const OPENER_REACH = 24;
const FIRST_OF_HEAD = new Set(HEADS.map((head) => head.charAt(0)));
/** The values of a sealed secret begin with the length of their key. */
const SEALED_HEAD = 'Ag';
const SEALED_FIELD = 'encryptedData';

export class EncryptedValues {
  readonly #document: Document;
  #sealedAt: number | null = null;

  constructor(document: Document) {
    this.#document = document;
  }

  /** @param value the text from `start` on */
  isAt(start: number, value: string): boolean {
    const head = value.slice(0, OPENER_REACH).toLowerCase();
    if (FIRST_OF_HEAD.has(head.charAt(0)) && HEADS.some((one) => head.startsWith(one))) return true;
    if (value.startsWith(SEALED_HEAD) && this.#isSealed(start)) return true;
    if (!this.#isBehindBracket(start)) return false;
    const before = textAt(this.#document, start - OPENER_REACH, start).toLowerCase();
    const line = before.slice(before.lastIndexOf('\n') + 1);
    return OPENERS.some((opener) => line.includes(opener));
  }

  #isBehindBracket(start: number): boolean {
    for (let index = start - 1; index >= start - OPENER_REACH; index -= 1) {
      const byte = this.#document.bytes[index];
      if (byte === 0x5b || byte === 0x28 || byte === 0x7d) return true;
      if (byte === 0x0a || byte === undefined) return false;
    }
    return false;
  }

  /** Looked for once in a text: a hostile one may hold many such values. */
  #isSealed(start: number): boolean {
    this.#sealedAt ??= this.#document.bytes.indexOf(SEALED_FIELD);
    return this.#sealedAt >= 0 && this.#sealedAt < start;
  }
}
