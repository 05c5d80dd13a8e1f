import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { sizes } from './launch-browser.ts'

export type Look = { scheme: 'light' | 'dark'; size: 'desk' | 'phone' }

/** Both schemes and both sizes, in as few visits as it takes. */
export const looks: Look[] = [
  { scheme: 'light', size: 'desk' },
  { scheme: 'dark', size: 'phone' },
]

export type Visit = { page: Page; context: BrowserContext; faults: string[] }

/** A browser of one person. `faults` collects what no page may do: break the policy, throw, or ask somebody else. */
export async function visit(
  browser: Browser,
  url: string,
  look: Look = { scheme: 'light', size: 'desk' },
): Promise<Visit> {
  const context = await browser.newContext({ baseURL: url, viewport: sizes[look.size], colorScheme: look.scheme })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`threw ${error.message}`))
  page.on('console', (line) => {
    if (/Content Security Policy/i.test(line.text())) faults.push(line.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) faults.push(`asked ${request.url()}`)
  })
  return { page, context, faults }
}

let axe: Promise<string> | undefined

type Violation = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }
type Axe = { run(context: string, options: object): Promise<{ violations: Violation[] }> }

/** The serious and critical faults that axe finds on the page as it is now. */
export async function findBarriers(page: Page): Promise<string[]> {
  axe ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  await page.evaluate(await axe)
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Axe } // put there by the line above
    const found = await axe.run('html', { resultTypes: ['violations'], iframes: false })
    return found.violations
  })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    )
}
