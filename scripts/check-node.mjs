// Runs before `npm start` and `npm test`, in whatever Node is first on the path.
import { isSupported, requirement } from './node-version.mjs'

if (!isSupported(process.versions.node)) {
  console.error(requirement)
  process.exit(1)
}
