import { Duration, Size } from 'aws-cdk-lib'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import {
  Alias,
  Architecture,
  Code,
  type IFunction,
  type ILayerVersion,
  Function as LambdaFunction,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { engineVariables, heapOptions } from '../../functions/process-options.ts'
import { acknowledge } from './acknowledge.ts'
import { bundle, bundleHandler } from './bundle.ts'
import {
  type Binding,
  type FunctionAccess,
  newFunctionLog,
  newFunctionRole,
} from './function-access.ts'
import type { CairnSettings } from './settings.ts'
import { staged } from './staging.ts'

export interface ApiFunctionProps {
  /** The folder under `functions/`. */
  id: string
  description: string
  settings: CairnSettings
  /** The resources of the function; access to others is denied. */
  bindings: readonly Binding[]
  /** The engine's layer, for functions with an engine; sets memory and disk. */
  engine?: ILayerVersion | undefined
  /** MiB. Default 1024; functions with an engine have the one of the settings. */
  memoryMebibytes?: number
  /** Default 29, the maximum of API Gateway. */
  timeoutSeconds?: number
  /** Reserved and maximum concurrent executions; 0 or undefined reserves none. */
  reservedConcurrency?: number
  /** Default: a role and a log of its own. */
  access?: FunctionAccess
  /** Encrypts a log of its own. */
  key?: IKey | undefined
}

/** A Lambda function of the service, with all defaults. */
export class ApiFunction extends Construct {
  readonly function: LambdaFunction
  /** The function to invoke, or its alias with warm environments. */
  readonly target: IFunction
  readonly id: string

  constructor(scope: Construct, id: string, props: ApiFunctionProps) {
    super(scope, id)
    const { settings, engine } = props
    this.id = props.id
    const { role, logGroup, isShared } = props.access ?? this.#ownAccess(props)
    const memorySize = engine ? settings.engineMemoryMebibytes : (props.memoryMebibytes ?? 1024)
    // The other half is for bytes off the heap and for the engine.
    const heap = heapOptions(Math.floor(memorySize / 2))
    this.function = new LambdaFunction(this, 'Function', {
      description: props.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: settings.architecture === 'arm64' ? Architecture.ARM_64 : Architecture.X86_64,
      code: Code.fromAsset(
        staged(this, `function-${props.id}`, (outdir) => bundle(props.id, { outdir })),
      ),
      handler: bundleHandler,
      memorySize,
      timeout: Duration.seconds(props.timeoutSeconds ?? 29),
      role,
      logGroup,
      ...(props.reservedConcurrency
        ? { reservedConcurrentExecutions: props.reservedConcurrency }
        : {}),
      tracing: Tracing.ACTIVE,
      environment: {
        NODE_OPTIONS: heap.join(' '),
        POWERTOOLS_LOG_LEVEL: 'INFO',
        POWERTOOLS_METRICS_NAMESPACE: settings.name,
        ...(engine ? engineVariables : {}),
      },
      ...(engine
        ? {
            layers: [engine],
            ephemeralStorageSize: Size.mebibytes(settings.engineDiskMebibytes),
          }
        : {}),
    })
    for (const binding of props.bindings) {
      this.bind(isShared ? { ...binding, statements: [], findings: {} } : binding)
    }
    this.target =
      engine && settings.warmEnvironments > 0
        ? new Alias(this, 'Warm', {
            aliasName: 'warm',
            version: this.function.currentVersion,
            provisionedConcurrentExecutions: settings.warmEnvironments,
          })
        : this.function
    acknowledge(this, {
      'Serverless-LambdaDLQ':
        'Called and waited for, so a failure is told to the caller; the ledger writer, which is not, has its bucket on the event source.',
    })
  }

  #ownAccess({ id, settings, key }: ApiFunctionProps): FunctionAccess {
    const logGroup = newFunctionLog(this, 'Log', settings, key)
    const role = newFunctionRole(this, 'Role', `Runs the Cairn function ${id}`)
    logGroup.grantWrite(role)
    return { role, logGroup, isShared: false }
  }

  /** Adds statements and variables of a binding. A role that others share allows them too. */
  bind({ environment, statements, findings = {} }: Binding): void {
    for (const [name, value] of Object.entries(environment)) {
      this.function.addEnvironment(name, value)
    }
    for (const statement of statements) this.function.addToRolePolicy(statement)
    acknowledge(this, findings)
  }
}
