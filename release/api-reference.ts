/** A documented part of a declaration: its comment as plain text, and the code below it. */
interface Documented {
  text: string
  code: string
}

/**
 * The reference of exported interfaces, classes and functions in declarations that the compiler wrote, as Markdown:
 * a heading and a table of members for each, with their comments.
 */
export function apiReference(title: string, declarations: readonly string[]): string {
  const sections = declarations.flatMap((text) => exportsOf(text).map(describe))
  return `${[`# ${title}`, ...sections].join('\n\n')}\n`
}

/** Matches a comment, or none, before code that begins at this depth of indentation. */
const comment = String.raw`(?:(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)\n\s*)?`

function exportsOf(text: string): Documented[] {
  const pattern = new RegExp(
    `^${comment}(export (?:declare )?(?:(?:interface|class)[\\s\\S]*?^}|function[\\s\\S]*?;)$)`,
    'gm',
  )
  return [...text.matchAll(pattern)].map(([, said, code]) => ({ text: plain(said), code: code! }))
}

function describe({ text, code }: Documented): string {
  const [, kind, name] = /(interface|class|function) (\w+)/.exec(code)!
  const heading = [`## ${name}`, text].filter(Boolean).join('\n\n')
  if (kind === 'function') return `${heading}\n\n${fence(code)}`
  const [head] = code.split('\n')
  const rows = membersOf(code).map(
    (member) =>
      `| ${nameOf(member.code)} | ${typeOf(member.code)} | ${member.text.replaceAll('\n', ' ')} |`,
  )
  const table = ['| Member | Type | |', '|---|---|---|', ...rows].join('\n')
  return [heading, fence(head!.replace(/ \{$/, '')), table].join('\n\n')
}

/** Members of an interface or a class: four spaces in, to the semicolon at the same depth. */
function membersOf(code: string): Documented[] {
  const pattern = new RegExp(
    `^ {4}${comment}((?:readonly |constructor)?[\\w]+\\??[:(][\\s\\S]*?;)$(?=\\n {4}[^\\s}]|\\n})`,
    'gm',
  )
  return [...code.matchAll(pattern)].map(([, said, member]) => ({
    text: plain(said),
    code: member!,
  }))
}

function nameOf(member: string): string {
  const [, name, optional] = /^(?:readonly )?(\w+)(\?)?/.exec(member)!
  return `\`${name}${optional ?? ''}\``
}

function typeOf(member: string): string {
  const type = member.replace(/^(?:readonly )?\w+\??:? ?/, '').replace(/;$/, '')
  return `\`${type.replace(/\s+/g, ' ').replaceAll('|', '\\|')}\``
}

/** The text of a comment without its stars; its links as code. */
function plain(said = ''): string {
  return said
    .replace(/^\/\*\*|\*\/$/g, '')
    .replace(/^\s*\* ?/gm, '')
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .replace(/@example\n([\s\S]*)/, (_, code: string) => fence(code.trim()))
    .trim()
}

const fence = (code: string) => `\`\`\`ts\n${code}\n\`\`\``
