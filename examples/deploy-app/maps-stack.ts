import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import { Cairn } from 'cairn-cdk'
import type { Construct } from 'constructs'

/** A stack of your own that contains the whole service. */
export class MapsStack extends Stack {
  readonly cairn: Cairn

  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props)
    this.cairn = new Cairn(this, 'Cairn', {
      name: 'Maps',
      region: 'andorra',
      alarms: { email: 'ops@example.org' },
    })
    // Everything inside is reachable, for example to change a function.
    this.cairn.functions.get('routing/route')!.function.addEnvironment('TEAM', 'maps')

    new CfnOutput(this, 'Url', { value: this.cairn.http.api.url })
    new CfnOutput(this, 'BucketName', { value: this.cairn.data.bucket.bucketName })
    new CfnOutput(this, 'TableName', { value: this.cairn.data.table.tableName })
  }
}
