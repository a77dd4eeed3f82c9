/** Environment variables of the language model. Without `CAIRN_MODEL` no model is used. */
export interface ModelEnvironment {
  /** `bedrock:MODEL_ID`, `openai:MODEL`, or `off`. */
  CAIRN_MODEL?: string | undefined
  /**
   * Base address of an OpenAI-compatible service (`http://127.0.0.1:11434`; `/v1` is added to a bare host) or of an
   * endpoint of Bedrock's runtime, such as a VPC endpoint. Default: OpenAI's, or Bedrock's in the AWS region.
   */
  CAIRN_MODEL_URL?: string | undefined
  /** Bearer key of an OpenAI-compatible service. */
  CAIRN_MODEL_KEY?: string | undefined
  /** Name or ARN of a secret of AWS Secrets Manager whose text is the key. */
  CAIRN_MODEL_SECRET?: string | undefined
  /** AWS region of Bedrock; default `AWS_REGION`. */
  CAIRN_MODEL_REGION?: string | undefined
  AWS_REGION?: string | undefined
  AWS_ACCESS_KEY_ID?: string | undefined
  AWS_SECRET_ACCESS_KEY?: string | undefined
  AWS_SESSION_TOKEN?: string | undefined
  /** Alternative address of Secrets Manager, as in the AWS SDKs. */
  AWS_ENDPOINT_URL_SECRETS_MANAGER?: string | undefined
}

export type ModelSettings =
  | { protocol: 'bedrock'; model: string; url: string; region: string }
  | { protocol: 'openai'; model: string; url: string; key?: string; secret?: string }

/** Protocol of a model and its name at the service. */
export interface ModelName {
  protocol: 'bedrock' | 'openai'
  model: string
}

/**
 * Parses `CAIRN_MODEL`; undefined when it is empty or `off`.
 *
 * @throws TypeError with one sentence that states the expected form.
 */
export function parseModelName(text: string | undefined): ModelName | undefined {
  if (!text || text === 'off') return undefined
  const [, protocol, model = ''] = /^(bedrock|openai):([\x21-\x7e]{1,2048})$/.exec(text) ?? []
  const isId = protocol === 'openai' || /^[\w.:/-]+$/.test(model)
  if (protocol && isId) return { protocol: protocol as ModelName['protocol'], model }
  throw new TypeError(
    'The language model must be "off", "bedrock:" with the id of a model or inference profile, or "openai:" with the name of a model.',
  )
}

/**
 * Reads the settings from an environment; undefined when no model is configured. AWS credentials are looked up at
 * each call.
 *
 * @throws TypeError with one sentence that names the variable and never repeats a key.
 */
export function readModelSettings(environment: ModelEnvironment): ModelSettings | undefined {
  const name = parseModelName(environment.CAIRN_MODEL)
  const { CAIRN_MODEL_URL: url, CAIRN_MODEL_KEY: key, CAIRN_MODEL_SECRET: secret } = environment
  if (!name) {
    if (!environment.CAIRN_MODEL && (url || key || secret)) {
      throw new TypeError(
        'CAIRN_MODEL is not set, and CAIRN_MODEL_URL, CAIRN_MODEL_KEY or CAIRN_MODEL_SECRET is: set it, or to "off".',
      )
    }
    return undefined
  }
  if (url) assertModelUrl(url, 'CAIRN_MODEL_URL')
  const { protocol, model } = name
  if (protocol === 'bedrock') {
    if (key || secret) {
      throw new TypeError(
        'CAIRN_MODEL_KEY and CAIRN_MODEL_SECRET are for "openai:" models: Bedrock is called with AWS credentials.',
      )
    }
    return { protocol, model, ...readBedrockPlace(environment) }
  }
  if (key && secret) {
    throw new TypeError('CAIRN_MODEL_KEY and CAIRN_MODEL_SECRET cannot be given both.')
  }
  if (key) assertKey(key, 'CAIRN_MODEL_KEY')
  const base = url || 'https://api.openai.com'
  return {
    protocol,
    model,
    url: buildCompletionsUrl(base),
    ...(key && { key }),
    ...(secret && { secret }),
  }
}

/** @throws TypeError that names the setting but not the address, which may contain a password. */
export function assertModelUrl(url: string, setting: string): void {
  const parsed = /^https?:\/\//.test(url) && URL.canParse(url) ? new URL(url) : undefined
  if (parsed && !parsed.username && !parsed.password && !parsed.search && !parsed.hash) return
  throw new TypeError(`${setting} must be an http(s) address without a password or a query.`)
}

/** @throws TypeError that does not repeat the key. */
export function assertKey(key: string, setting: string): void {
  if (!/^[\x21-\x7e]{1,4096}$/.test(key)) {
    throw new TypeError(`${setting} must be one word of ASCII characters.`)
  }
}

function readBedrockPlace(environment: ModelEnvironment): { region: string; url: string } {
  const region = environment.CAIRN_MODEL_REGION || environment.AWS_REGION
  if (!region || !/^[a-z]{2}[a-z0-9-]{1,30}$/.test(region)) {
    throw new TypeError(
      'CAIRN_MODEL names a model of Amazon Bedrock, which needs an AWS region in CAIRN_MODEL_REGION or AWS_REGION.',
    )
  }
  if (!environment.AWS_ACCESS_KEY_ID || !environment.AWS_SECRET_ACCESS_KEY) {
    throw new TypeError(
      'CAIRN_MODEL names a model of Amazon Bedrock, which needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    )
  }
  const url =
    environment.CAIRN_MODEL_URL || `https://bedrock-runtime.${region}.${selectAwsDomain(region)}`
  return { region, url: url.replace(/\/+$/, '') }
}

/** Returns the domain of the services of an AWS region. */
export function selectAwsDomain(region: string): string {
  return region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
}

/** Builds the address of the completions endpoint; adds `/v1`, which addresses often lack. */
function buildCompletionsUrl(base: string): string {
  const { origin, pathname } = new URL(base)
  const path = pathname.replace(/\/+$/, '')
  if (path.endsWith('/chat/completions')) return `${origin}${path}`
  return `${origin}${path || '/v1'}/chat/completions`
}
