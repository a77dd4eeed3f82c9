/** The time of this machine, ISO 8601. */
export const now = () => new Date().toISOString()
