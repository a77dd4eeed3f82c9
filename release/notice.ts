import { type Component, readLicenceText } from './components.ts'

/** Writes the NOTICE of a package: the licence of every library whose code or files are part of it. */
export function renderNotice(packageName: string, components: readonly Component[]): string {
  const byText = new Map<string, Component[]>()
  for (const component of components) {
    const text = readLicenceText(component) ?? `Licensed under ${component.licence}.`
    byText.set(text, [...(byText.get(text) ?? []), component])
  }
  const sections = [...byText].map(([text, members]) => {
    const names = members.map(({ name, version, licence }) => `${name} ${version} (${licence})`)
    return `${names.join('\n')}\n\n${text}`
  })
  const rule = `\n\n${'-'.repeat(80)}\n\n`
  const intro = `${packageName} is licensed under Apache-2.0 (LICENSE). Its files contain parts of the libraries below.`
  return `${[intro, ...sections].join(rule)}\n`
}
