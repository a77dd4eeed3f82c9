/** The region of new jobs: the one that this process serves. */
export function servedRegion(): string {
  return process.env.REGION || 'demo'
}
