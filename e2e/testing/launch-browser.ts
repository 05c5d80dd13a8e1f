import { type Browser, type BrowserContext, chromium as driver } from 'playwright-core'
import type { Chromium } from './find-chromium.ts'

export const sizes = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

export const openBrowser = ({ path, args }: Chromium): Promise<Browser> =>
  driver.launch({ executablePath: path, args, headless: true })

/** Without the form, which one test goes through. */
export async function logIn(context: BrowserContext, url: string, account: { email: string; password: string }) {
  const { email, password } = account
  const answer = await context.request.post('/api/auth/sign-in/email', {
    data: { email, password },
    headers: { origin: url },
  })
  if (!answer.ok()) throw new Error(`Log-in failed: ${answer.status()} ${await answer.text()}`)
}

export type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>

/** What any number of visits may begin with: the console counts log-ins, not visits. */
export async function signIn(
  browser: Browser,
  url: string,
  account: { email: string; password: string },
): Promise<SignedIn> {
  const context = await browser.newContext({ baseURL: url })
  await logIn(context, url, account)
  const state = await context.storageState()
  await context.close()
  return state
}
