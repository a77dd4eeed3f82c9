/**
 * A fault of a data set, in one sentence for the operator at the command line. API callers never see it:
 * `openDataset` converts it to `service_unavailable`.
 */
export class DatasetError extends Error {
  override readonly name = 'DatasetError'
}
