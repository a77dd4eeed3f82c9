/** Returns the time of this machine, ISO 8601. */
export const formatNow = () => new Date().toISOString()
