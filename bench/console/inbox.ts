import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { type SignedIn, sizes } from '../../e2e/testing/launch-browser.ts'

/** What must stand in the page; with `text`, an element of that kind that contains it. */
export type Sight = { selector: string; text?: string }
export type Scrolled = { seconds: number; frameMs: number[]; longTaskMs: number[] }

type InPage = {
  parleyBench: {
    conversationsAt: Promise<number>
    painted: Promise<number>
    firstPaint(): number
    watch(sight: Sight | undefined): void
    scrollToFirst(firstText: string, pixelsAFrame: number): Promise<Scrolled>
  }
}
const settleMs = 1_500
const inPage = fileURLToPath(new URL('in-page.js', import.meta.url))

/** Since the address was asked for: anything at all, and the conversations. */
type Appeared = { firstPaintMs: number; conversationsMs: number }

export type Inbox = {
  page: Page
  /** By a browser that has never been here, and by one that has. */
  first: Appeared
  again: Appeared
  /** From the first event of an action until what it leads to is painted; with no sight, until the page has painted. */
  timePainted(act: () => Promise<unknown>, sight?: Sight): Promise<number>
  scrollToFirst(firstText: string, pixelsAFrame: number): Promise<Scrolled>
  close(): Promise<void>
}

export async function openInbox(browser: Browser, url: string, storageState: SignedIn): Promise<Inbox> {
  const context = await browser.newContext({ baseURL: url, viewport: sizes.desk, storageState })
  const page = await context.newPage()
  await page.addInitScript({ path: inPage })
  // A new window of a whole browser is busy with itself for a moment, and people are slower than that.
  await page.waitForTimeout(settleMs)
  const open = async () => {
    await page.goto('/inbox')
    const conversationsMs = await page.evaluate(() => (globalThis as unknown as InPage).parleyBench.conversationsAt)
    const firstPaintMs = await page.evaluate(() => (globalThis as unknown as InPage).parleyBench.firstPaint())
    return { firstPaintMs, conversationsMs }
  }
  const first = await open()
  const again = await open()
  return {
    page,
    first,
    again,
    async timePainted(act, sight) {
      await page.evaluate((sight) => (globalThis as unknown as InPage).parleyBench.watch(sight), sight)
      await act()
      return page.evaluate(() => (globalThis as unknown as InPage).parleyBench.painted)
    },
    scrollToFirst: (firstText, pixelsAFrame) =>
      page.evaluate(([text, pixels]) => (globalThis as unknown as InPage).parleyBench.scrollToFirst(text, pixels), [
        firstText,
        pixelsAFrame,
      ] as const),
    close: () => context.close(),
  }
}
