import { Validations } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

/** Accepts findings of cdk-nag on a construct and its children, each with its reason. */
export function acknowledge(scope: IConstruct, reasons: Record<string, string>): void {
  const validations = Validations.of(scope)
  for (const [id, reason] of Object.entries(reasons)) validations.acknowledge({ id, reason })
}
