import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'

/**
 * Maximum number of functions per role. The inline policies of a role are limited to 10,240 characters, and the ARN of
 * an alias with its quotes takes up to 150.
 */
const maxFunctions = 50

/** Roles that API Gateway assumes to invoke functions, instead of one permission per function and method. */
export class InvokingRoles extends Construct {
  readonly #roles: { role: Role; functions: IFunction[] }[] = []

  /** Returns a role that may invoke the function, and others of the API. */
  allow(target: IFunction): Role {
    const last = this.#roles.at(-1)
    const { role, functions } =
      last && last.functions.length < maxFunctions ? last : this.#addRole()
    role.addToPolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [target.functionArn] }),
    )
    functions.push(target)
    return role
  }

  #addRole() {
    const role = new Role(this, `Role${this.#roles.length + 1}`, {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      description: 'Invokes the functions of the Cairn API',
    })
    const added = { role, functions: [] }
    this.#roles.push(added)
    return added
  }
}
