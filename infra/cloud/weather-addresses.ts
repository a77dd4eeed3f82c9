import type { Construct } from 'constructs'
import type { Binding } from './function-access.ts'
import { readsSecret } from './secret-name.ts'
import type { CairnSettings } from './settings.ts'

/** The addresses of the weather source, from an option or from a secret that only the function may read. */
export function weatherAddresses(
  user: Construct,
  { weather, weatherSecret }: CairnSettings,
): Binding {
  if (!weatherSecret)
    return { environment: weather ? { CAIRN_WEATHER: weather } : {}, statements: [] }
  return {
    environment: { CAIRN_WEATHER_SECRET: weatherSecret },
    statements: [readsSecret(user, weatherSecret)],
  }
}
