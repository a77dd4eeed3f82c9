import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { browserPath } from '../setup/browser-path.ts'

export { browserPath }

/** Whoever starts it closes it. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath!,
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  })
}

/** What a page must not do. */
export interface Misconduct {
  /** Errors and warnings of the console, and errors that no script has caught. */
  errors: string[]
  /** Requests to another origin. */
  outside: string[]
  /** Violations of the content security policy. */
  violations: string[]
}

/** Opens a page and records, from its first request on, what it must not do. */
export async function openPage(
  context: BrowserContext,
  url: string,
): Promise<{ page: Page; misconduct: Misconduct }> {
  const misconduct: Misconduct = { errors: [], outside: [], violations: [] }
  const page = await context.newPage()
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) misconduct.errors.push(message.text())
  })
  page.on('pageerror', (error) => misconduct.errors.push(error.message))
  page.on('request', (request) => {
    const target = request.url()
    if (/^(data|blob):/.test(target)) return
    if (new URL(target).origin !== new URL(url).origin) misconduct.outside.push(target)
  })
  await page.exposeFunction('reportViolation', (text: string) => misconduct.violations.push(text))
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    reportViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile))`)
  await page.goto(url)
  return { page, misconduct }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

interface AxeResult {
  violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[]
}

/** Violations of WCAG 2.2 A and AA, each with its rule, element and reason. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  // Run by the debugger, which no content security policy stops.
  await page.evaluate(axe)
  const result = await page.evaluate(`axe.run(document, { runOnly: ${JSON.stringify(wcagTags)} })`)
  return (result as AxeResult).violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
  )
}
