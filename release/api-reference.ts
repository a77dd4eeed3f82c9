/** A documented part of a declaration: its comment as plain text, and the code below it. */
interface Documented {
  text: string
  code: string
}

/**
 * Formats the exported interfaces, classes and functions of compiled declarations as Markdown: for each a heading, its
 * comment and its declaration, and for interfaces and classes a table of their members.
 */
export function renderApiReference(title: string, declarations: readonly string[]): string {
  const sections = declarations.flatMap((text) => findExports(text).map(describe))
  return `${[`# ${title}`, ...sections].join('\n\n')}\n`
}

/** Source of a pattern that captures an optional doc comment and skips the line end and indentation after it. */
const comment = String.raw`(?:(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)\n\s*)?`

function findExports(text: string): Documented[] {
  const pattern = new RegExp(
    `^${comment}(export (?:declare )?(?:(?:interface|class)[\\s\\S]*?^}|function[\\s\\S]*?;)$)`,
    'gm',
  )
  return [...text.matchAll(pattern)].map(([, commentText, code]) => ({
    text: toMarkdown(commentText),
    code: code!,
  }))
}

function describe({ text, code }: Documented): string {
  const [, kind, name] = /(interface|class|function) (\w+)/.exec(code)!
  const heading = [`## ${name}`, text].filter(Boolean).join('\n\n')
  if (kind === 'function') return `${heading}\n\n${wrapInFence(code)}`
  const [head] = code.split('\n')
  const rows = findMembers(code).map(
    (member) =>
      `| ${formatName(member.code)} | ${formatType(member.code)} | ${member.text.replaceAll('\n', ' ')} |`,
  )
  const table = ['| Member | Type | |', '|---|---|---|', ...rows].join('\n')
  return [heading, wrapInFence(head!.replace(/ \{$/, '')), table].join('\n\n')
}

/** Finds the members of an interface or a class: indented by four spaces, up to the semicolon at the same depth. */
function findMembers(code: string): Documented[] {
  const pattern = new RegExp(
    `^ {4}${comment}((?:readonly |constructor)?[\\w]+\\??[:(][\\s\\S]*?;)$(?=\\n {4}[^\\s}]|\\n})`,
    'gm',
  )
  return [...code.matchAll(pattern)].map(([, said, member]) => ({
    text: toMarkdown(said),
    code: member!,
  }))
}

function formatName(member: string): string {
  const [, name, optional] = /^(?:readonly )?(\w+)(\?)?/.exec(member)!
  return `\`${name}${optional ?? ''}\``
}

function formatType(member: string): string {
  const type = member.replace(/^(?:readonly )?\w+\??:? ?/, '').replace(/;$/, '')
  return `\`${type.replace(/\s+/g, ' ').replaceAll('|', '\\|')}\``
}

/** Converts a comment to Markdown: without its stars, with links as code. */
function toMarkdown(said = ''): string {
  return said
    .replace(/^\/\*\*|\*\/$/g, '')
    .replace(/^\s*\* ?/gm, '')
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .replace(/@example\n([\s\S]*)/, (_, code: string) => wrapInFence(code.trim()))
    .trim()
}

const wrapInFence = (code: string) => `\`\`\`ts\n${code}\n\`\`\``
