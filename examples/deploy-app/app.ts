import { App } from 'aws-cdk-lib'
import { MapsStack } from './maps-stack.ts'

new MapsStack(new App(), 'Maps')
