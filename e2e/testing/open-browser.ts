import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { sizes } from './launch-browser.ts'

export type Look = { scheme: 'light' | 'dark'; size: 'desk' | 'phone' }

/** Both schemes and both sizes, in as few looks as it takes. */
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
  const context = await browser.newContext({
    baseURL: url,
    viewport: sizes[look.size],
    colorScheme: look.scheme,
    reducedMotion: 'reduce', // what fades in has its full contrast at once
  })
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
type Moving = { getAnimations(): { finish(): void }[] }
type Axe = { run(context: string, options: object): Promise<{ violations: Violation[] }> }

/** The serious and critical faults that axe finds on the page as it is now. */
export async function findBarriers(page: Page): Promise<string[]> {
  axe ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await axe)
  const violations = await page.evaluate(async () => {
    const { axe, document } = globalThis as unknown as { axe: Axe; document: Moving } // axe is there by the line above
    // Colours on their way from one to another would be judged as they are in between.
    for (const each of document.getAnimations()) if ('transitionProperty' in each) each.finish()
    const found = await axe.run('html', { resultTypes: ['violations'], iframes: false })
    return found.violations
  })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    )
}

/** The same in each look, of the page in the state that it is in: it is not loaded again. */
export async function findBarriersInEveryLook(page: Page): Promise<string[]> {
  const barriers: string[] = []
  for (const { scheme, size } of looks.toReversed()) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize(sizes[size])
    for (const each of await findBarriers(page)) barriers.push(`${scheme}, ${size}: ${each}`)
  }
  return barriers
}
