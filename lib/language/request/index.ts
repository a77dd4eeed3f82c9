/** What a reading asks of its backend: parameters as a caller would send them. */
export { type BackendRequest, backendRequest } from './backend-request.ts'
export type { PlacePoint } from './place-point.ts'
