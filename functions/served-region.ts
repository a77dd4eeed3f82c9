/** The region that this process serves. */
export function servedRegion(): string {
  return process.env.REGION || 'demo'
}
