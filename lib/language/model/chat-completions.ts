import * as z from 'zod'
import { ModelFault } from './fault.ts'
import { type ModelProtocol, temperature } from './protocol.ts'

const Reply = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
})

export interface ChatCompletionsOptions {
  url: string
  model: string
  /** Returns the bearer key; undefined for a service without keys. */
  key?: ((signal: AbortSignal) => Promise<string>) | undefined
}

/**
 * Creates the protocol of OpenAI's chat completions (platform.openai.com/docs, Structured Outputs), which many
 * servers implement, with a strict JSON schema. The number of tokens is left to the server, because the parameter has
 * two names and some servers reject one of them. Limits of time and bytes bound the reply.
 */
export function createChatProtocol({ url, model, key }: ChatCompletionsOptions): ModelProtocol {
  return {
    callFor: async ({ name, description, instructions, data, schema }, signal) => {
      const bearer = await key?.(signal)
      const body = JSON.stringify({
        model,
        temperature,
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content: JSON.stringify(data) },
        ],
        response_format: {
          type: 'json_schema',
          json_schema: { name, description, strict: true, schema },
        },
      })
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(bearer && { authorization: `Bearer ${bearer}` }),
      }
      return { url, headers, body }
    },
    read: (reply) => {
      const { data } = Reply.safeParse(reply)
      const message = data?.choices[0]?.message
      if (message?.refusal) throw new ModelFault('refused', 'the language model refused')
      try {
        if (message?.content) return JSON.parse(message.content)
      } catch {}
      throw new ModelFault('malformed', 'the language model did not answer with JSON')
    },
  }
}
