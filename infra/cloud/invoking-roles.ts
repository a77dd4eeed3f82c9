import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'

/**
 * Functions of one role. The inline policies of a role have 10,240 characters at most, and the ARN of an alias with its
 * quotes has up to 150.
 */
const maxFunctions = 50

/** Roles by which API Gateway invokes functions, in place of a permission on each function for each method. */
export class InvokingRoles extends Construct {
  readonly #roles: { role: Role; functions: IFunction[] }[] = []

  /** A role that may invoke the function, and others of the API. */
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
