// Runs before `npm start` and `npm test`, in whatever Node is first on the path.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Cairn needs Node 22.18 or newer (24 is best), this is ${process.versions.node}; ` +
      'on Linux x64 and arm64 `npm ci` brings Node 24 along, elsewhere install it from nodejs.org.',
  )
  process.exit(1)
}
