// Runs before `npm start` and `npm test`, in the first Node on the path.
import { isSupported, requirement } from './node-version.mjs'

if (!isSupported(process.versions.node)) {
  console.error(requirement)
  process.exit(1)
}
