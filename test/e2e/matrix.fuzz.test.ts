import { matrix } from '../../functions/routing/matrix/contract.ts'
import { fuzzOperation, fuzzRuns } from '../fixtures/fuzz.ts'
import { matrixRequests } from '../fixtures/requests/matrix.ts'

fuzzOperation(matrix, matrixRequests, { runs: fuzzRuns({ quick: 100, full: 1000 }) })
