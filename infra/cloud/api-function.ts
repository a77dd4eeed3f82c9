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
import { engineVariables, makeHeapOptions } from '../../functions/process-options.ts'
import { acknowledge } from './acknowledge.ts'
import { bundle, bundleHandler } from './bundle.ts'
import {
  type Binding,
  createFunctionLog,
  createFunctionRole,
  type FunctionAccess,
} from './function-access.ts'
import type { CairnSettings } from './settings.ts'
import { stageAsset } from './staging.ts'

export interface ApiFunctionProps {
  /** Folder under `functions/`. */
  id: string
  description: string
  settings: CairnSettings
  /** Resources that the function may use. Access to all others is denied. */
  bindings: readonly Binding[]
  /** Layer of the engine, for functions that use it. It sets memory and disk. */
  engine?: ILayerVersion | undefined
  /** Memory in MiB. Default 1024; functions with an engine use `engineMemoryMebibytes` of the settings. */
  memoryMebibytes?: number
  /** Timeout in seconds. Default 29, the maximum of API Gateway. */
  timeoutSeconds?: number
  /** Reserved and maximum concurrent executions; 0 or undefined reserves none. */
  reservedConcurrency?: number
  /** Role and log of the function. Default: its own. */
  access?: FunctionAccess
  /** Key that encrypts the function's own log. */
  key?: IKey | undefined
}

/** A Lambda function of the service, with the defaults that all share. */
export class ApiFunction extends Construct {
  readonly function: LambdaFunction
  /** Function to invoke, or its alias with warm environments. */
  readonly target: IFunction
  readonly id: string

  constructor(scope: Construct, id: string, props: ApiFunctionProps) {
    super(scope, id)
    const { settings, engine } = props
    this.id = props.id
    const { role, logGroup, isShared } = props.access ?? this.#createAccess(props)
    const memorySize = engine ? settings.engineMemoryMebibytes : (props.memoryMebibytes ?? 1024)
    // The other half is for memory outside the heap and for the engine.
    const heap = makeHeapOptions(Math.floor(memorySize / 2))
    this.function = new LambdaFunction(this, 'Function', {
      description: props.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: settings.architecture === 'arm64' ? Architecture.ARM_64 : Architecture.X86_64,
      code: Code.fromAsset(
        stageAsset(this, `function-${props.id}`, (outdir) => bundle(props.id, { outdir })),
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

  #createAccess({ id, settings, key }: ApiFunctionProps): FunctionAccess {
    const logGroup = createFunctionLog(this, 'Log', settings, key)
    const role = createFunctionRole(this, 'Role', `Runs the Cairn function ${id}`)
    logGroup.grantWrite(role)
    return { role, logGroup, isShared: false }
  }

  /**
   * Adds the statements and variables of a binding. If other functions share the role, they get the permissions too.
   */
  bind({ environment, statements, findings = {} }: Binding): void {
    for (const [name, value] of Object.entries(environment)) {
      this.function.addEnvironment(name, value)
    }
    for (const statement of statements) this.function.addToRolePolicy(statement)
    acknowledge(this, findings)
  }
}
