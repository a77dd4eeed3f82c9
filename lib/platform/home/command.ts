/** The package that has the `cairn` command; `cairn` alone is another project's package. */
export const commandPackage = 'cairn-cli'

/** How a person calls the command, with and without a clone. */
export const cairnCommand = `npx ${commandPackage}`
