import { Architecture, Code, LayerVersion, Runtime } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { assembleLayer } from '../../layers/valhalla/index.ts'
import type { CairnSettings } from './settings.ts'
import { stageAsset } from './staging.ts'

/** The routing engine as a layer, assembled from the installed package and checked. */
export class EngineLayer extends LayerVersion {
  constructor(scope: Construct, id: string, { architecture }: CairnSettings) {
    const directory = stageAsset(scope, `layer-${architecture}`, (outdir) =>
      assembleLayer({ architecture, outdir }),
    )
    super(scope, id, {
      description: `Valhalla for ${architecture}`,
      code: Code.fromAsset(directory),
      compatibleArchitectures: [
        architecture === 'arm64' ? Architecture.ARM_64 : Architecture.X86_64,
      ],
      compatibleRuntimes: [Runtime.NODEJS_24_X],
      license: 'MIT',
    })
  }
}
