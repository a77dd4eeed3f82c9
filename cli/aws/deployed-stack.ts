import { type CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'

/** What to do about a stack, for the end of a message. */
export interface StackRemedies {
  /** When there is no stack of the name: a clause. */
  ifAbsent: string
  /** When it cannot be looked up: a sentence. */
  ifRefused?: string
}

/**
 * The AWS region of a client.
 *
 * @param option Of the command line, which names the region.
 * @throws Error with one sentence when none is set.
 */
export async function awsRegionOf(client: CloudFormationClient, option: string): Promise<string> {
  return await client.config.region().catch(() => {
    throw new Error(`No AWS region is set: name it with ${option}, or set AWS_REGION.`)
  })
}

/**
 * The outputs of a stack, by name.
 *
 * @throws Error with one sentence that names the remedy.
 */
export async function stackOutputs(
  client: CloudFormationClient,
  { stack, region }: { stack: string; region: string },
  { ifAbsent, ifRefused }: StackRemedies,
): Promise<ReadonlyMap<string, string>> {
  const described = await client
    .send(new DescribeStacksCommand({ StackName: stack }))
    .catch((error: Error) => {
      if (/does not exist/.test(error.message))
        throw new Error(`There is no stack ${stack} in ${region}: ${ifAbsent}.`)
      const refused = `Stack ${stack} in ${region} cannot be looked up: ${error.message} (${error.name}).`
      throw new Error(ifRefused ? `${refused} ${ifRefused}` : refused)
    })
  const outputs = described.Stacks?.[0]?.Outputs ?? []
  return new Map(
    outputs.flatMap(({ OutputKey, OutputValue }) =>
      OutputKey && OutputValue ? [[OutputKey, OutputValue]] : [],
    ),
  )
}
