import { RemovalPolicy } from 'aws-cdk-lib'
import { type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { acknowledge } from './acknowledge.ts'
import type { CairnSettings } from './settings.ts'

/** A resource that a function uses: environment variables and IAM statements. */
export interface Binding {
  environment: Record<string, string>
  statements: PolicyStatement[]
  /** Accepted findings of cdk-nag on the statements, each with its reason. */
  findings?: Record<string, string>
}

/** The role that a function runs as, and the log that it writes to. */
export interface FunctionAccess {
  role: Role
  logGroup: LogGroup
  /** Whether other functions use them too. The role then already contains its statements. */
  isShared: boolean
}

/** Creates a log that is deleted with the stack. */
export function createFunctionLog(
  scope: Construct,
  id: string,
  settings: CairnSettings,
  key: IKey | undefined,
): LogGroup {
  return new LogGroup(scope, id, {
    retention: settings.logRetention,
    ...(key && { encryptionKey: key }),
    removalPolicy: RemovalPolicy.DESTROY,
  })
}

/**
 * Creates a role for a function. AWS's managed policy for functions would allow writing to every log of the account.
 */
export function createFunctionRole(scope: Construct, id: string, description: string): Role {
  const role = new Role(scope, id, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    description,
  })
  acknowledge(role, {
    'AwsSolutions-IAM5[Resource::*]': 'X-Ray takes traces without a resource to name.',
  })
  return role
}
