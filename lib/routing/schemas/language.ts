import * as z from 'zod'

/** Locales of the engine's instructions, each with its short form if it has one. */
const locales: Record<string, string | undefined> = {
  'ar-SA': 'ar',
  'bg-BG': 'bg',
  'ca-ES': 'ca',
  'cs-CZ': 'cs',
  'da-DK': 'da',
  'de-DE': 'de',
  'el-GR': 'el',
  'en-AU': 'au',
  'en-GB': undefined,
  'en-US': 'en',
  'en-US-x-pirate': 'en-x-pirate',
  'es-ES': 'es',
  'et-EE': 'et',
  'fi-FI': 'fi',
  'fr-FR': 'fr',
  'hi-IN': 'hi',
  'hu-HU': 'hu',
  'it-IT': 'it',
  'ja-JP': 'ja',
  'ko-KR': 'ko',
  'mn-MN': 'mn',
  'nb-NO': 'nb',
  'nl-NL': 'nl',
  'pl-PL': 'pl',
  'pt-BR': undefined,
  'pt-PT': 'pt',
  'ro-RO': 'ro',
  'ru-RU': 'ru',
  'sk-SK': 'sk',
  'sl-SI': 'sl',
  'sv-SE': 'sv',
  'tr-TR': 'tr',
  'uk-UA': 'uk',
  'vi-VN': 'vi',
}

export const languages: readonly string[] = Object.keys(locales)

const canonical = new Map<string, string>()
for (const [locale, alias] of Object.entries(locales)) {
  canonical.set(locale.toLowerCase(), locale)
  if (alias) canonical.set(alias, locale)
}

/** Returns the locale for a name or alias in any case (`DE`, `de-de`); `undefined` for any other text. */
export function findLocale(name: string): string | undefined {
  return canonical.get(name.toLowerCase())
}

export const Language = z
  .string()
  .transform((name, context) => {
    const locale = findLocale(name)
    if (locale) return locale
    context.issues.push({
      code: 'custom',
      message: `is not a supported language; choose one of ${languages.join(', ')}`,
      input: name,
    })
    return z.NEVER
  })
  .meta({
    id: 'Language',
    description:
      `Language of instructions, in any case: ${languages.join(', ')}; or the short form of a ` +
      'language (`de`), where `en` is `en-US`, `pt` is `pt-PT` and `au` is `en-AU`.',
    example: 'en-US',
  })
