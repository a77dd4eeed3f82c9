/**
 * Something is wrong with a data set, said in one plain sentence for the person who runs the command
 * line. Serving code never shows it: `openDataset` turns it into `service_unavailable`.
 */
export class DatasetError extends Error {
  override readonly name = 'DatasetError'
}
