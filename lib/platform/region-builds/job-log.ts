import { type AwsAccess, callAws } from './aws-calls.ts'

/** Reads the log of a job from its first line. */
export class JobLog {
  readonly #access: AwsAccess
  readonly #logGroupName: string
  #token: string | undefined

  constructor(access: AwsAccess, logGroupName: string) {
    this.#access = access
    this.#logGroupName = logGroupName
  }

  /** Returns the lines since the last call. */
  async next(logStreamName: string): Promise<string[]> {
    const lines: string[] = []
    for (;;) {
      const answer = await callAws<{ events: { message: string }[]; nextForwardToken: string }>(
        this.#access,
        {
          service: 'logs',
          action: 'GetLogEvents',
          input: {
            logGroupName: this.#logGroupName,
            logStreamName,
            startFromHead: true,
            ...(this.#token && { nextToken: this.#token }),
          },
        },
      ).catch((error: { code?: string }) => {
        // The stream is created with the first line.
        if (error.code === 'ResourceNotFoundException') return undefined
        throw error
      })
      if (!answer) return lines
      lines.push(...answer.events.map(({ message }) => message))
      // At the end of the stream the token no longer changes.
      if (answer.nextForwardToken === this.#token) return lines
      this.#token = answer.nextForwardToken
    }
  }
}
