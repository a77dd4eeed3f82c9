import { type CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'

/** Remedies that end a message about a stack. */
export interface StackRemedies {
  /** Remedy when the stack does not exist: a clause. */
  ifAbsent: string
  /** Remedy when the stack cannot be looked up: a sentence. */
  ifRefused?: string
}

/**
 * Returns the AWS region of a client.
 *
 * @param option Command-line option that sets the region.
 * @throws Error with one sentence when none is set.
 */
export async function readAwsRegion(client: CloudFormationClient, option: string): Promise<string> {
  return await client.config.region().catch(() => {
    throw new Error(`No AWS region is set: name it with ${option}, or set AWS_REGION.`)
  })
}

/**
 * Reads the outputs of a stack, by name.
 *
 * @throws Error with one sentence that names the remedy.
 */
export async function readStackOutputs(
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
