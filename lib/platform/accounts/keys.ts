import { createHash, randomBytes } from 'node:crypto'

const prefix = 'sk_live_'
const wellFormed = /^sk_live_[0-9A-Za-z]{40}$/
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Makes an API key: `sk_live_` and 40 base62 characters (238 bits). It is shown once and never stored. */
export function makeKey(): string {
  return prefix + makeRandomBase62(40)
}

/** Returns whether the text has exactly the form of a key, which need not exist. */
export function isWellFormed(key: string): boolean {
  return wellFormed.test(key)
}

/** Returns the SHA-256 of a key in hex. Keys are stored and looked up in this form only. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** Returns the last four characters of a key, so that its owner recognises it. */
export function makeHint(key: string): string {
  return key.slice(-4)
}

/** Makes a key id: `key_` and 16 base62 characters (95 bits). */
export function makeKeyId(): string {
  return `key_${makeRandomBase62(16)}`
}

/** Makes an account id: `acct_` and 12 base62 characters (71 bits). */
export function makeAccountId(): string {
  return `acct_${makeRandomBase62(12)}`
}

/** Makes uniformly random base62 text from the system's CSPRNG. */
export function makeRandomBase62(length: number): string {
  // 248 is the largest multiple of 62 that fits in a byte. Without the limit the remainder would favour eight
  // characters.
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += base62[byte % 62]
    }
  }
  return text
}
