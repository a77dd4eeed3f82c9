/** The package that contains the `cairn` command; `cairn` alone is another project's package. */
export const commandPackage = 'cairn-cli'

/** The command line as a user types it, with and without a clone. */
export const cairnCommand = `npx ${commandPackage}`
