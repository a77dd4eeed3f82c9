import { assertModelUrl, parseModelName } from '../../lib/language/model/settings.ts'
import type { ModelOptions } from './options.ts'
import { assertSecretName } from './secret-name.ts'

/** Throws one sentence that names the invalid option and never repeats a key. */
export function assertModel(model: ModelOptions | undefined): void {
  if (!model) return
  const name = parseModelName(model.name)
  const { url, region, keySecret } = model
  if (url) assertModelUrl(url, 'model.url')
  if (keySecret !== undefined) assertSecretName('model.keySecret', keySecret)
  if (name?.protocol !== 'bedrock') {
    if (region) throw new Error('model.region is for models of Amazon Bedrock')
    return
  }
  if (keySecret) throw new Error('model.keySecret is for "openai:" models: Bedrock takes the role')
  if (region && !/^[a-z]{2}[a-z0-9-]{1,30}$/.test(region)) {
    throw new Error(`model.region must be an AWS region, not "${region}"`)
  }
}
