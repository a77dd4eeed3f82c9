/** Builds the parameters of a reading's backend request, as a caller would send them. */
export { type BackendRequest, buildBackendRequest } from './backend-request.ts'
export type { PlacePoint } from './place-point.ts'
