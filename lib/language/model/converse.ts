import * as z from 'zod'
import { ModelFault } from './fault.ts'
import { type ModelProtocol, maxReplyTokens, temperature } from './protocol.ts'
import type { ModelEnvironment, ModelSettings } from './settings.ts'
import { signCall } from './signed.ts'

const Reply = z.object({
  output: z.object({
    message: z.object({
      content: z.array(
        z.object({ toolUse: z.object({ name: z.string(), input: z.unknown() }).optional() }),
      ),
    }),
  }),
})

/**
 * Creates the protocol of Amazon Bedrock's Converse operation (Amazon Bedrock API Reference, Converse) with one tool
 * that the model must use, so that its reply is an object. Models that do not support a forced tool answer 400.
 */
export function createConverseProtocol(
  { model, url, region }: Extract<ModelSettings, { protocol: 'bedrock' }>,
  environment: ModelEnvironment,
): ModelProtocol {
  return {
    callFor: async ({ name, description, instructions, data, schema }) => {
      const body = JSON.stringify({
        system: [{ text: instructions }],
        messages: [{ role: 'user', content: [{ text: JSON.stringify(data) }] }],
        inferenceConfig: { maxTokens: maxReplyTokens, temperature },
        toolConfig: {
          tools: [{ toolSpec: { name, description, inputSchema: { json: schema } } }],
          toolChoice: { tool: { name } },
        },
      })
      // An ARN contains slashes and colons, which must be escaped in the path.
      const address = `${url}/model/${encodeURIComponent(model)}/converse`
      const headers = { 'content-type': 'application/json', accept: 'application/json' }
      return await signCall(
        { url: address, headers, body },
        { service: 'bedrock', region, environment },
      )
    },
    read: (reply, { name }) => {
      const { success, data } = Reply.safeParse(reply)
      const use = data?.output.message.content.find(({ toolUse }) => toolUse?.name === name)
      if (success && use) return use.toolUse!.input
      throw new ModelFault('malformed', 'the language model did not use the tool')
    },
  }
}
