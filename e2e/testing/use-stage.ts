import type { Browser, Cookie } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import type { Chromium } from './find-chromium.ts'
import { logIn, openBrowser } from './launch-browser.ts'
import { type Look, type Visit, visit } from './open-browser.ts'
import { type Stack, startStack } from './start-stack.ts'

type Person = { email: string; password: string }

export type Stage = {
  readonly stack: Stack
  /** Somebody who is not logged in. */
  visit(url?: string): Promise<Visit>
  /** Somebody who is; the owner of the agency unless told otherwise. */
  enter(person?: Person, options?: { look?: Look; url?: string }): Promise<Visit>
}

/** Everything that `npm start` runs and a browser to use it, for all tests of a file. */
export function useStage(chromium: Chromium): Stage {
  let stack: Stack
  let browser: Browser
  const sessions = new Map<string, Cookie[]>()
  beforeAll(async () => {
    ;[stack, browser] = await Promise.all([startStack(), openBrowser(chromium)])
  }, 90_000)
  afterAll(async () => {
    await browser?.close()
    await stack?.stop()
  }, 60_000)
  return {
    get stack() {
      return stack
    },
    visit: (url = stack.consoleUrl) => visit(browser, url),
    async enter(person = stack.accounts.agency, { look, url = stack.consoleUrl } = {}) {
      const visitor = await visit(browser, url, look)
      // Whoever has logged in once goes on with that: log-ins are slow by intent, and only some are let through a minute.
      const name = `${person.email} ${new URL(url).hostname}`
      const session = sessions.get(name)
      if (session) await visitor.context.addCookies(session)
      else await logIn(visitor.context, url, person)
      sessions.set(name, await visitor.context.cookies())
      return visitor
    },
  }
}
