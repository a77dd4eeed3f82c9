/** A text that assistants can read, and that costs nothing. */
export interface ToolResource {
  uri: string
  name: string
  title: string
  description: string
  mimeType: 'application/json' | 'text/plain'
  /** @throws ApiError `service_unavailable` when the data set cannot be read. */
  read(): Promise<string>
}
