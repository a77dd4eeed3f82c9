export function isSupported(version: string): boolean
export const requirement: string
