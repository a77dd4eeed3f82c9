import type { Role } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import type { Operation } from '#platform/api'
import { acknowledge } from './acknowledge.ts'
import {
  type Binding,
  createFunctionLog,
  createFunctionRole,
  type FunctionAccess,
} from './function-access.ts'
import type { CairnSettings } from './settings.ts'

/**
 * Logs and roles of the functions of operations: a log for each family, and within it a role for each set of needs.
 * Functions with the same role have identical permissions, statement by statement, so sharing it grants nothing more. A
 * role, its policy and a log for each function would take three resources per operation, of the 500 of a stack.
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

  /** Returns the log and the role of an operation's function. The role has the permissions of the bindings. */
  grant(operation: Operation, bindings: readonly Binding[]): FunctionAccess {
    const family = toFamilyName(operation.id)
    const logGroup = this.#provideLog(family)
    const needs = operation.needs.toSorted()
    const id = [family, 'role', ...needs].map(toPascalCase).join('')
    const role = this.#roles.get(id) ?? this.#addRole(id, family, needs, bindings)
    logGroup.grantWrite(role)
    return { role, logGroup, isShared: true }
  }

  #provideLog(family: string): LogGroup {
    const found = this.#logs.get(family)
    if (found) return found
    const log = createFunctionLog(this, `${toPascalCase(family)}Log`, this.#settings, this.#key)
    this.#logs.set(family, log)
    return log
  }

  #addRole(
    id: string,
    family: string,
    needs: readonly string[],
    bindings: readonly Binding[],
  ): Role {
    const needsText = needs.length > 0 ? `that need ${needs.join(', ')}` : 'without needs'
    const role = createFunctionRole(this, id, `Runs the Cairn operations ${family} ${needsText}`)
    for (const { statements, findings = {} } of bindings) {
      for (const statement of statements) role.addToPolicy(statement)
      acknowledge(role, findings)
    }
    this.#roles.set(id, role)
    return role
  }
}

/**
 * Returns the family of an operation: `routing/route` → `routing`, `geocoding/jobs/list` → `geocoding/jobs`, `predict`
 * → `predict`.
 */
export function toFamilyName(id: string): string {
  return id.includes('/') ? id.slice(0, id.lastIndexOf('/')) : id
}

/** Converts an id to a construct id: `geocoding/jobs` → `GeocodingJobs`. */
function toPascalCase(id: string): string {
  return id.replace(/(?:^|[/-])([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
