import type { Construct } from 'constructs'
import type { Binding } from './function-access.ts'
import { allowReadingSecret } from './secret-name.ts'
import type { CairnSettings } from './settings.ts'

/**
 * Passes the addresses of the weather source to a function, from an option or from a secret that only the function may
 * read.
 */
export function bindWeatherAddresses(
  user: Construct,
  { weather, weatherSecret }: CairnSettings,
): Binding {
  if (!weatherSecret)
    return { environment: weather ? { CAIRN_WEATHER: weather } : {}, statements: [] }
  return {
    environment: { CAIRN_WEATHER_SECRET: weatherSecret },
    statements: [allowReadingSecret(user, weatherSecret)],
  }
}
