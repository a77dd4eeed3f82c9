import { createHash, randomBytes } from 'node:crypto'

const prefix = 'sk_live_'
const wellFormed = /^sk_live_[0-9A-Za-z]{40}$/
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A new API key: `sk_live_` and 40 base62 characters (238 bits). Shown once, never stored. */
export function newKey(): string {
  return prefix + randomBase62(40)
}

/** Whether the text has exactly the form of a key; says nothing of whether the key exists. */
export function isWellFormed(key: string): boolean {
  return wellFormed.test(key)
}

/** SHA-256 of a key in hex: all that is stored of it, and how it is found again. */
export function keySha256(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** The last four characters of a key, by which its owner recognises it. */
export function keyHint(key: string): string {
  return key.slice(-4)
}

/** `key_` and 16 base62 characters (95 bits). */
export function newKeyId(): string {
  return `key_${randomBase62(16)}`
}

/** `acct_` and 12 base62 characters (71 bits). */
export function newAccountId(): string {
  return `acct_${randomBase62(12)}`
}

/** Uniform base62 text from the system's CSPRNG. */
export function randomBase62(length: number): string {
  // 248 is the largest multiple of 62 in a byte: above it the remainder would favour eight letters.
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += base62[byte % 62]
    }
  }
  return text
}
