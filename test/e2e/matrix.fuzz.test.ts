import { matrix } from '../../functions/routing/matrix/contract.ts'
import { fuzzOperation } from '../fixtures/fuzz.ts'
import { matrixRequests } from '../fixtures/requests/matrix.ts'

fuzzOperation(matrix, matrixRequests)
