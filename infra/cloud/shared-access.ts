import type { Role } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import type { Operation } from '#platform/api'
import { acknowledge } from './acknowledge.ts'
import {
  type Binding,
  type FunctionAccess,
  newFunctionLog,
  newFunctionRole,
} from './function-access.ts'
import type { CairnSettings } from './settings.ts'

/**
 * Logs and roles of the functions of operations: a log for each family, and in it a role for each set of needs.
 * Functions with one role have the same permissions, statement by statement, so sharing it allows nothing more. A
 * role, its policy and a log for each function would be three resources for each operation, of the 500 of a stack.
 */
export class SharedAccess extends Construct {
  readonly #settings: CairnSettings
  readonly #key: IKey | undefined
  readonly #logs = new Map<string, LogGroup>()
  readonly #roles = new Map<string, Role>()

  constructor(scope: Construct, id: string, settings: CairnSettings, key: IKey | undefined) {
    super(scope, id)
    this.#settings = settings
    this.#key = key
  }

  /** The log and the role of an operation's function; the role has the permissions of the bindings. */
  grant(operation: Operation, bindings: readonly Binding[]): FunctionAccess {
    const family = familyName(operation.id)
    const logGroup = this.#log(family)
    const needs = operation.needs.toSorted()
    const id = [family, 'role', ...needs].map(capitalise).join('')
    const role = this.#roles.get(id) ?? this.#addRole(id, family, needs, bindings)
    logGroup.grantWrite(role)
    return { role, logGroup, isShared: true }
  }

  #log(family: string): LogGroup {
    const found = this.#logs.get(family)
    if (found) return found
    const log = newFunctionLog(this, `${capitalise(family)}Log`, this.#settings, this.#key)
    this.#logs.set(family, log)
    return log
  }

  #addRole(
    id: string,
    family: string,
    needs: readonly string[],
    bindings: readonly Binding[],
  ): Role {
    const what = needs.length > 0 ? `that need ${needs.join(', ')}` : 'without needs'
    const role = newFunctionRole(this, id, `Runs the Cairn operations ${family} ${what}`)
    for (const { statements, findings = {} } of bindings) {
      for (const statement of statements) role.addToPolicy(statement)
      acknowledge(role, findings)
    }
    this.#roles.set(id, role)
    return role
  }
}

/** `routing/route` → `routing`, `geocoding/jobs/list` → `geocoding/jobs`, `predict` → `predict`. */
export function familyName(id: string): string {
  return id.includes('/') ? id.slice(0, id.lastIndexOf('/')) : id
}

/** `geocoding/jobs` → `GeocodingJobs`. */
function capitalise(id: string): string {
  return id.replace(/(?:^|[/-])([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
