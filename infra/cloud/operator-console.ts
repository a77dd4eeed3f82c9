import { FunctionUrlAuthType } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { ApiFunction } from './api-function.ts'
import type { CairnData } from './data.ts'
import type { JobsData } from './jobs-data.ts'
import type { CairnSettings } from './settings.ts'

export interface OperatorConsoleProps {
  settings: CairnSettings
  data: CairnData
  jobs: JobsData
}

/**
 * The actions of the operator's console, at an address of its own: not of the API, its firewall or the site. AWS lets
 * in calls that are signed by principals of this account whose policies allow it, and no policy here allows any.
 */
export class OperatorConsole extends Construct {
  readonly actions: ApiFunction
  /** Where signed calls go. */
  readonly url: string

  constructor(scope: Construct, id: string, { settings, data, jobs }: OperatorConsoleProps) {
    super(scope, id)
    this.actions = new ApiFunction(this, 'Actions', {
      id: 'console',
      description: 'Cairn: console of the operator',
      settings,
      bindings: [data.accounts('console'), data.accounts('readLedger'), jobs.jobs('list')],
      memoryMebibytes: 512,
      // All rows of a ledger are read.
      timeoutSeconds: 60,
      key: data.key,
    })
    this.actions.function.addEnvironment('CAIRN_DEPLOYMENT', settings.name)
    this.url = this.actions.function.addFunctionUrl({ authType: FunctionUrlAuthType.AWS_IAM }).url
  }
}
