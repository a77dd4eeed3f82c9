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
 * Actions of the operator's console, at an address apart from the API, its firewall and the site. AWS accepts calls
 * signed by principals of this account whose policies allow it. This stack itself grants no such permission.
 */
export class OperatorConsole extends Construct {
  readonly actions: ApiFunction
  /** URL for signed calls. */
  readonly url: string

  constructor(scope: Construct, id: string, { settings, data, jobs }: OperatorConsoleProps) {
    super(scope, id)
    this.actions = new ApiFunction(this, 'Actions', {
      id: 'console',
      description: 'Cairn: console of the operator',
      settings,
      bindings: [data.accounts('console'), data.accounts('readLedger'), jobs.jobs('list')],
      memoryMebibytes: 512,
      // An action may read all rows of a ledger.
      timeoutSeconds: 60,
      key: data.key,
    })
    this.actions.function.addEnvironment('CAIRN_DEPLOYMENT', settings.name)
    this.url = this.actions.function.addFunctionUrl({ authType: FunctionUrlAuthType.AWS_IAM }).url
  }
}
