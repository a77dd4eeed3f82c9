/** A text that assistants can read free of charge. */
export interface ToolResource {
  uri: string
  name: string
  title: string
  description: string
  mimeType: 'application/json' | 'text/plain'
  /**
   * Reads the text.
   *
   * @throws ApiError `service_unavailable` when the data set cannot be read.
   */
  read(): Promise<string>
}
