// Checks for a Node that runs the TypeScript sources directly. Plain JavaScript, because an older Node reads this.

/** Whether a Node of this version (`process.versions.node`) can run Cairn. */
export function isSupported(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 18)
}

export const requirement =
  `Cairn needs Node 22.18 or newer (24 is best), this is ${process.versions.node}; ` +
  'on Linux x64 and arm64 `npm ci` brings Node 24 along, elsewhere install it from nodejs.org.'
